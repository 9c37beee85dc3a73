import { describe, expect, test } from 'vitest'
import { median } from './page-times.ts'
import { boundHere, fillBlock, fullTable, kib, type Row, summaryTable } from './report.ts'

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

describe('fullTable', () => {
  test('behavior: what is over its budget says so', () => {
    const table = fullTable(
      [{ what: 'heap', ours: kib(2048), budget: '1.0 KiB', isGood: false }],
      'note',
    )
    expect(table).toContain('| heap | **2.0 KiB** (over) | 1.0 KiB |')
    expect(table.endsWith('note')).toBe(true)
  })
})

describe('summaryTable', () => {
  const row: Row = { what: 'heap above React', ours: '9 ms', budget: '≤ 10 ms', isGood: true }

  test('default: the marked rows by the name readers know, one number each', () => {
    expect(summaryTable([row, { ...row, inReadme: 'Click to dialog' }])).toBe(
      '| | Latchkey |\n|:--|--:|\n| Click to dialog | 9 ms |',
    )
  })

  test('error: more than twelve rows are too many for a first page', () => {
    const rows = Array.from({ length: 13 }, (_, at) => ({ ...row, inReadme: `row ${at}` }))
    expect(() => summaryTable(rows)).toThrow('13 rows')
    expect(summaryTable(rows.slice(1)).split('\n')).toHaveLength(14)
  })
})

describe('median', () => {
  test('default', () => {
    expect(median([3, 1, 2])).toBe(2)
    expect(median([4, 1, 2, 3])).toBe(2.5)
    expect(median([])).toBeNaN()
  })
})
