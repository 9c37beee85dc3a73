import { describe, expect, test } from 'vitest'
import { compareSizes } from './compare-sizes.mjs'

const before = [
  'ok   @latchkey/core built: ./src/index.ts',
  'ok   createKit: 5000 of 6000 B gzip',
  'ok   examples/minimal before the click, above React: 30000 of 32768 B gzip in 7 files',
  'ok   the same: 10 of 20 B gzip',
].join('\n')

describe('compareSizes', () => {
  test('default: a row for each size that changed', () => {
    const after = before.replace('5000 of', '4900 of').replace('30000 of', '30100 of')
    expect(compareSizes(before, after)).toBe(
      [
        '| gzip | now | change | budget |',
        '|:--|--:|--:|--:|',
        '| createKit | 4900 B | -100 B | 6000 B |',
        '| examples/minimal before the click, above React | 30100 B | +100 B | 32768 B |',
        '',
        '1 more did not change.',
        '',
      ].join('\n'),
    )
  })

  test('behavior: nothing changed', () => {
    expect(compareSizes(before, before)).toBe('No size changed (3 measured, gzip).\n')
  })

  test('behavior: a size above its budget is shown, and a new one counts whole', () => {
    const after = 'FAIL createKit: 6100 of 6000 B gzip'
    expect(compareSizes('', after)).toContain(
      '| createKit | 6100 B | +6100 B | 6000 B **exceeded** |',
    )
    expect(compareSizes(after, after)).toContain('**exceeded**')
  })

  test('behavior: a run that failed before it measured', () => {
    expect(compareSizes(before, 'FAIL @latchkey/core built')).toContain('could not be measured')
  })
})
