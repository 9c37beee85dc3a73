import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notPlain, plainCopy } from './plain-copy.ts'

describe('plainCopy', () => {
  test('default', () => {
    const value = { a: [1, 'two', null, true, { b: {} }], left: undefined, call() {} }
    expect(plainCopy(value)).toEqual({ a: [1, 'two', null, true, { b: {} }] })
  })

  test('behavior: a copy of every JSON value is that value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(JSON.stringify(plainCopy(value))).toBe(JSON.stringify(value))
      }),
    )
  })

  test('behavior: what changes later does not change the copy', () => {
    let reads = 0
    const copy = plainCopy({
      get address() {
        return ++reads === 1 ? 'good' : 'evil'
      },
    }) as { address: string }
    expect([copy.address, copy.address, reads]).toEqual(['good', 'good', 1])
  })

  const cyclic: unknown[] = []
  cyclic.push(cyclic)
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)])
  test.each([
    [
      'a getter that throws',
      {
        get a(): never {
          throw new Error('no')
        },
      },
    ],
    ['a cycle', cyclic],
    ['nine levels', deep(9)],
    ['too many keys', Object.fromEntries(Array.from({ length: 201 }, (_, i) => [`k${i}`, i]))],
    ['too many values in small lists', Array.from({ length: 200 }, () => Array(100).fill(0))],
    ['too many values', Array.from({ length: 20_001 }, () => 0)],
    ['a sparse list without end', new Array(4_000_000_000)],
    ['too much text', ['x'.repeat(4_194_305)]],
    ['no number', Number.NaN],
    ['a symbol', Symbol('a')],
    ['a bigint', 1n],
    ['a function', () => {}],
    ['undefined', undefined],
  ])('behavior: %s is not plain', (_, value) => {
    expect(plainCopy(value)).toBe(notPlain)
  })

  test('behavior: at the bounds', () => {
    expect(plainCopy(deep(8))).toEqual(deep(8))
    expect(plainCopy(JSON.parse('{"__proto__":{"a":1}}'))).not.toHaveProperty('a')
  })

  test('behavior: getters of a class, and of the one it extends, are read as properties are', () => {
    class Base {
      get network() {
        return 'mainnet'
      }
    }
    class Answer extends Base {
      readonly own = 1
      readonly #address = 'bc1q'
      get address() {
        return this.#address
      }
      get broken(): never {
        throw new Error('mine')
      }
      method() {}
    }
    expect(plainCopy({ answers: [new Base()] })).toEqual({ answers: [{ network: 'mainnet' }] })
    expect(plainCopy(new Answer())).toBe(notPlain)
    Object.defineProperty(Answer.prototype, 'broken', { get: () => undefined })
    expect(plainCopy(new Answer())).toEqual({ own: 1, address: 'bc1q', network: 'mainnet' })
  })
})
