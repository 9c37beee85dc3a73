import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { qrPath, qrUnit } from './qr-path.ts'

const inFinder = (size: number, x: number, y: number): boolean =>
  (x < 7 && y < 7) || (x >= size - 7 && y < 7) || (x < 7 && y >= size - 7)

/** The modules a path covers, and how often: each shape is one row of them. */
function covered(path: string): Map<string, number> {
  const found = new Map<string, number>()
  for (const shape of path.split(/(?=M)/)) {
    const [, left = '', top = '', width = ''] = /^M(\d+) (\d+)h(\d+)/.exec(shape) ?? []
    const from = Math.floor(Number(left) / qrUnit)
    // What is no whole module is a corner at the right.
    const to = Math.ceil((Number(left) + Number(width)) / qrUnit)
    const y = Number(top) / qrUnit
    for (let x = from; x < to; x++) {
      found.set(`${x} ${y}`, (found.get(`${x} ${y}`) ?? 0) + 1)
    }
  }
  return found
}

describe('qrPath', () => {
  it('default', () => {
    const alone = [...Array(15)].map((_, y) => [...Array(15)].map((_, x) => x === 10 && y === 10))
    const path = qrPath(alone)
    expect(path.match(/M/g)).toHaveLength(3 * 3 + 1)
    expect(path).toContain(
      'M209 200h2a9 9 0 0 1 9 9v2a9 9 0 0 1 -9 9h-2a9 9 0 0 1 -9 -9v-2a9 9 0 0 1 9 -9z',
    )
  })

  it('behavior: only free corners are round', () => {
    const bent = [...Array(15)].map((_, y) =>
      [...Array(15)].map((_, x) => y === 8 && (x === 8 || x === 9)),
    )
    bent[9] = [...Array(15)].map((_, x) => x === 9)
    const path = qrPath(bent)
    expect(path).toContain('M169 160h22a9 9 0 0 1 9 9v11h-31a9 9 0 0 1 -9 -9v-2a9 9 0 0 1 9 -9z')
    expect(path).toContain('M180 180h20v11a9 9 0 0 1 -9 9h-2a9 9 0 0 1 -9 -9v-11z')
  })

  it.each([0, 13])(
    'behavior: every dark module outside of the finders and the cut is drawn once, cut %s',
    (cut) => {
      const { data, size } = encode('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', {
        ecc: 'M',
        border: 0,
      })
      const edge = (size - cut) / 2
      const isCut = (at: number): boolean => at >= edge && at < edge + cut
      const dark = data.flatMap((row, y) =>
        row.flatMap((is, x) =>
          is && !inFinder(size, x, y) && !(isCut(x) && isCut(y)) ? [`${x} ${y}`] : [],
        ),
      )
      const path = qrPath(data, cut).split(/(?=M)/).slice(9).join('')
      expect([...covered(path).values()].every((times) => times === 1)).toBe(true)
      expect([...covered(path).keys()].sort()).toEqual(dark.sort())
    },
  )
})
