import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { medianPoint, type PricePoint } from './median.ts'

const point = (usd: bigint, at: number, source = 'pool'): PricePoint => ({
  usd: { num: usd, den: 1n },
  at,
  source,
})

describe('medianPoint', () => {
  test('default', () => {
    expect(medianPoint([point(3n, 3), point(1n, 1), point(2n, 2)])?.usd.num).toBe(2n)
    expect(medianPoint([])).toBeUndefined()
  })

  test('behavior: of two in the middle the earlier, whichever way the later one was moved', () => {
    expect(medianPoint([point(100n, 1), point(1_000_000n, 2)])?.usd.num).toBe(100n)
    expect(medianPoint([point(100n, 1), point(1n, 2)])?.usd.num).toBe(100n)
    expect(medianPoint([point(7n, 1, 'a'), point(5n, 1, 'b')])?.usd.num).toBe(5n)
  })

  test('behavior: whoever writes fewer than half of the points cannot leave the range of the others', () => {
    const honest = fc.array(fc.integer({ min: 90, max: 110 }), { minLength: 3, maxLength: 20 })
    fc.assert(
      fc.property(
        honest,
        fc.infiniteStream(fc.bigInt({ min: 1n, max: 10n ** 30n })),
        (good, evil) => {
          const lies = [...evil.take(Math.ceil(good.length / 2) - 1)].map((usd, at) =>
            point(usd, 1_000 + at),
          )
          const chosen = medianPoint([...lies, ...good.map((usd, at) => point(BigInt(usd), at))])
          const low = BigInt(Math.min(...good))
          const high = BigInt(Math.max(...good))
          expect(chosen && chosen.usd.num >= low && chosen.usd.num <= high).toBe(true)
        },
      ),
    )
  })
})
