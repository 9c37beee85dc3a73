import { describe, expect, test } from 'vitest'
import { slowTests, type TestTime } from './slow-tests.mjs'

const time = (title: string, tookMs: number, limitMs: number): TestTime => ({
  file: 'a.test.ts',
  title,
  tookMs,
  limitMs,
})

describe('slowTests', () => {
  test('default: those above a third of their own limit, the nearest to it first', () => {
    expect(
      slowTests([
        time('a third', 2_000, 6_000),
        time('above', 2_001, 6_000),
        time('nearly', 4_900, 5_000),
        time('long, of a long limit', 30_000, 120_000),
      ]),
    ).toEqual([
      '2 took more than a third of their limit:',
      '  4.9 of 5.0 s  a.test.ts > nearly',
      '  2.0 of 6.0 s  a.test.ts > above',
    ])
  })

  test('behavior: nothing is said of none, and of what has no limit', () => {
    expect(slowTests([])).toEqual([])
    expect(slowTests([time('endless', 1e6, 0)])).toEqual([])
  })

  test('behavior: thirty lines at most, and how many more there are', () => {
    const lines = slowTests(Array.from({ length: 42 }, (_, at) => time(`test ${at}`, 4_000, 5_000)))
    expect(lines).toHaveLength(32)
    expect(lines.at(-1)).toBe('  and 12 more')
  })
})
