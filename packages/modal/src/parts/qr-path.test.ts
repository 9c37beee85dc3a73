import { encode } from 'uqr'
import { describe, expect, it } from 'vitest'
import { qrPath } from './qr-path.ts'

describe('qrPath', () => {
  it('default', () => {
    const alone = [...Array(15)].map((_, y) => [...Array(15)].map((_, x) => x === 10 && y === 10))
    const path = qrPath(alone)
    expect(path.match(/M/g)).toHaveLength(3 * 3 + 1)
  })

  it('behavior: every dark module outside of the finders is drawn once', () => {
    const { data, size } = encode('0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', { ecc: 'M', border: 0 })
    const inFinder = (x: number, y: number) => (x < 7 && y < 7) || (x >= size - 7 && y < 7) || (x < 7 && y >= size - 7)
    const dark = data.flatMap((row, y) => row.filter((is, x) => is && !inFinder(x, y))).length
    expect(qrPath(data).match(/M/g)).toHaveLength(dark + 9)
  })
})
