import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupByMonth } from './group-by-month.ts'

const at = (year: number, month: number, day = 1): number =>
  new Date(year, month, day, 12).getTime()

describe('groupByMonth', () => {
  test('default', () => {
    const items = [
      { id: 'a', at: at(2026, 2, 4) },
      { id: 'b', at: at(2025, 2, 4) },
      { id: 'c', at: at(2026, 2, 9) },
      { id: 'a', at: at(2020, 0) },
      { id: 'd', at: at(2026, 11, 31) },
    ]
    expect(
      groupByMonth(items).map(({ key, year, month, items }) => [
        key,
        year,
        month,
        items.map(({ id }) => id),
      ]),
    ).toEqual([
      ['2026-12', 2026, 11, ['d']],
      ['2026-03', 2026, 2, ['c', 'a']],
      ['2025-03', 2025, 2, ['b']],
    ])
    expect(groupByMonth([])).toEqual([])
  })

  test('behavior: each id once, in its month, the newest first, whatever the order it came in', () => {
    const item = fc.record({
      id: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
      at: fc.integer({ min: at(2015, 0), max: at(2030, 0) }),
    })
    fc.assert(
      fc.property(fc.array(item, { maxLength: 60 }), (items) => {
        const months = groupByMonth(items)
        const all = months.flatMap((month) => month.items)
        expect(new Set(all.map(({ id }) => id)).size).toBe(all.length)
        expect(new Set(all.map(({ id }) => id))).toEqual(new Set(items.map(({ id }) => id)))
        for (const one of all) {
          expect(one).toBe(items.find(({ id }) => id === one.id))
        }
        for (const [index, one] of all.entries()) {
          expect(all[index + 1]?.at ?? 0).toBeLessThanOrEqual(one.at)
        }
        expect(new Set(months.map(({ key }) => key)).size).toBe(months.length)
        for (const { key, year, month, items: own } of months) {
          expect(own.length).toBeGreaterThan(0)
          expect(key).toBe(new Date(Date.UTC(year, month, 15)).toISOString().slice(0, 7))
          for (const one of own) {
            expect(new Date(one.at).getFullYear()).toBe(year)
            expect(new Date(one.at).getMonth()).toBe(month)
          }
        }
      }),
      { numRuns: 1000 },
    )
  })

  test('behavior: what happened at once keeps its order', () => {
    const items = ['c', 'a', 'b'].map((id) => ({ id, at: at(2026, 0) }))
    expect(groupByMonth(items)[0]?.items.map(({ id }) => id)).toEqual(['c', 'a', 'b'])
  })
})
