import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { twiceHashed } from './twice-hashed.ts'

describe('twiceHashed', () => {
  test('default: as Node says', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (input) => {
        const once = createHash('sha256').update(input).digest()
        expect(Buffer.from(twiceHashed(input))).toEqual(createHash('sha256').update(once).digest())
      }),
    )
  })

  test('behavior: no root lies so near to the next constant that an engine could round it over', () => {
    const isPrime = (n: number) =>
      Array.from({ length: n - 2 }, (_, i) => i + 2).every((d) => n % d > 0)
    const primes = Array.from({ length: 310 }, (_, i) => i + 2).filter(isPrime)
    expect(primes).toHaveLength(64)
    for (const prime of primes) {
      for (const root of [Math.cbrt(prime), Math.sqrt(prime)]) {
        const rest = ((root % 1) * 2 ** 32) % 1
        expect(Math.min(rest, 1 - rest)).toBeGreaterThan(2 ** -12)
      }
    }
  })
})
