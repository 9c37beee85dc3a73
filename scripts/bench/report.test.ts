import { describe, expect, test } from 'vitest'
import { median } from './page-times.ts'
import { fillBlock, kib, markdown } from './report.ts'

describe('fillBlock', () => {
  test('default', () => {
    expect(fillBlock('a\n<!-- x -->\nold\n<!-- /x -->\nb', 'x', 'new')).toBe('a\n<!-- x -->\nnew\n<!-- /x -->\nb')
  })

  test('behavior: refuses a text without the markers', () => {
    expect(() => fillBlock('a', 'x', 'new')).toThrow('<!-- x -->')
  })
})

describe('markdown', () => {
  test('behavior: what is over its budget says so', () => {
    const table = markdown([{ what: 'heap', ours: kib(2048), budget: '1.0 KiB', isGood: false }], 'note')
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
