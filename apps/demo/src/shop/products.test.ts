import { describe, expect, test } from 'vitest'
import { addTo, countOf, totalOf } from './products.ts'

describe('addTo', () => {
  test('default', () => {
    expect(addTo(addTo({}, 'cup', 1), 'cup', 2)).toEqual({ cup: 3 })
  })

  test('behavior: the last one taken out leaves nothing, and 99 is the most', () => {
    expect(addTo({ cup: 1 }, 'cup', -1)).toEqual({})
    expect(addTo({ cup: 99 }, 'cup', 1)).toEqual({ cup: 99 })
  })
})

describe('totalOf', () => {
  test('default', () => {
    expect(totalOf({ cup: 2, candle: 1 })).toBe(33_000_000n)
    expect(countOf({ cup: 2, candle: 1 })).toBe(3)
    expect(totalOf({})).toBe(0n)
  })
})
