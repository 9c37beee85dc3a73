import { describe, expect, test } from 'vitest'
import { addProduct, basketCount, basketTotal } from './products.ts'

describe('addTo', () => {
  test('default', () => {
    expect(addProduct(addProduct({}, 'cup', 1), 'cup', 2)).toEqual({ cup: 3 })
  })

  test('behavior: the last one taken out leaves nothing, and 99 is the most', () => {
    expect(addProduct({ cup: 1 }, 'cup', -1)).toEqual({})
    expect(addProduct({ cup: 99 }, 'cup', 1)).toEqual({ cup: 99 })
  })
})

describe('totalOf', () => {
  test('default', () => {
    expect(basketTotal({ cup: 2, candle: 1 })).toBe(33_000_000n)
    expect(basketCount({ cup: 2, candle: 1 })).toBe(3)
    expect(basketTotal({})).toBe(0n)
  })
})
