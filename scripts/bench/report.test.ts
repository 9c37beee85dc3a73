import { describe, expect, test } from 'vitest'
import { median } from './page-times.ts'
import { boundHere, fillBlock, kib, markdown } from './report.ts'

describe('fillBlock', () => {
  test('default', () => {
    expect(fillBlock('a\n<!-- x -->\nold\n<!-- /x -->\nb', 'x', 'new')).toBe(
      'a\n<!-- x -->\nnew\n<!-- /x -->\nb',
    )
  })

  test('behavior: refuses a text without the markers', () => {
    expect(() => fillBlock('a', 'x', 'new')).toThrow('<!-- x -->')
  })
})

describe('boundHere', () => {
  test('default: a slower machine is told by what React alone takes on it', () => {
    const { most, said } = boundHere(20, { there: 8, here: 12 })
    expect(most).toBe(30)
    expect(said).toBe('≤ 20 ms where React alone takes 8 ms; here 12 ms: ≤ 30 ms')
  })

  test('behavior: a faster one changes nothing', () => {
    expect(boundHere(20, { there: 8, here: 5 })).toEqual({ most: 20, said: '≤ 20 ms' })
  })
})

describe('markdown', () => {
  test('behavior: what is over its budget says so', () => {
    const table = markdown(
      [{ what: 'heap', ours: kib(2048), budget: '1.0 KiB', isGood: false }],
      'note',
    )
    expect(table).toContain('| heap | **2.0 KiB** (over) | 1.0 KiB |')
    expect(table.endsWith('note')).toBe(true)
  })
})

describe('median', () => {
  test('default', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
    expect(median([])).toBeNaN()
  })
})
