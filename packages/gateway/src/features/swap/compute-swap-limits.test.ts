import { describe, expect, test } from 'vitest'
import { computeSwapLimits } from './compute-swap-limits.ts'
import { writeOfferId } from './offer-id.ts'

const shown = (paid: bigint, received: bigint) => writeOfferId({ provider: 'p', paid, received })

describe('limitsOf', () => {
  test('default', () => {
    expect(computeSwapLimits({ paid: 1_000n, received: 2_000n, side: 'pay', slippage: 1 })).toEqual(
      {
        least: 1_980n,
        most: 1_000n,
      },
    )
    expect(
      computeSwapLimits({ paid: 1_000n, received: 2_000n, side: 'receive', slippage: 1 }),
    ).toEqual({
      least: 2_000n,
      most: 1_010n,
    })
  })

  test('behavior: a price that fell does not lower the promise, one that rose does raise it', () => {
    const pay = { paid: 1_000n, side: 'pay', slippage: 1, offerId: shown(1_000n, 2_000n) } as const
    expect(computeSwapLimits({ ...pay, received: 1_990n }).least).toBe(1_980n)
    expect(computeSwapLimits({ ...pay, received: 1_000n }).least).toBe(1_980n)
    expect(computeSwapLimits({ ...pay, received: 3_000n }).least).toBe(2_970n)
  })

  test('behavior: on side receive the most that leaves is no more than was shown', () => {
    const receive = {
      received: 2_000n,
      side: 'receive',
      slippage: 1,
      offerId: shown(1_000n, 2_000n),
    } as const
    expect(computeSwapLimits({ ...receive, paid: 1_005n }).most).toBe(1_010n)
    expect(computeSwapLimits({ ...receive, paid: 5_000n }).most).toBe(1_010n)
    expect(computeSwapLimits({ ...receive, paid: 500n }).most).toBe(505n)
  })

  test('behavior: an offer for another amount promised nothing', () => {
    expect(
      computeSwapLimits({
        paid: 10n,
        received: 20n,
        side: 'pay',
        slippage: 50,
        offerId: shown(11n, 9_999n),
      }).least,
    ).toBe(10n)
    expect(
      computeSwapLimits({
        paid: 10n,
        received: 20n,
        side: 'receive',
        slippage: 50,
        offerId: shown(1n, 21n),
      }).most,
    ).toBe(15n)
    expect(
      computeSwapLimits({ paid: 10n, received: 20n, side: 'pay', slippage: 50, offerId: 'what' })
        .least,
    ).toBe(10n)
  })
})
