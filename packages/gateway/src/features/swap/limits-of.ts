import { readOfferId } from './offer-id.ts'
import { maximumOf, minimumOf } from './slippage.ts'

interface SwapLimitsInput {
  /** Amount of the current offer, in base units. */
  readonly paid: bigint
  readonly received: bigint
  readonly side: 'pay' | 'receive'
  /** Slippage in percent. */
  readonly slippage: number
  readonly offerId?: string | undefined
}

/**
 * Limits of the amounts that a swap may move: never worse than the offer that the visitor saw, even
 * if the price has changed.
 */
export function limitsOf({ paid, received, side, slippage, offerId }: SwapLimitsInput): {
  least: bigint
  most: bigint
} {
  const promised = readOfferId(offerId)
  if (side === 'pay') {
    // An offer for another amount guarantees nothing for this one.
    const shownLimit = promised?.paid === paid ? minimumOf(promised.received, slippage) : 0n
    const currentLimit = minimumOf(received, slippage)
    return { least: [shownLimit, currentLimit].reduce(largerOf), most: paid }
  }
  const currentLimit = maximumOf(paid, slippage)
  const shownLimit =
    promised?.received === received ? maximumOf(promised.paid, slippage) : currentLimit
  return { least: received, most: [shownLimit, currentLimit].reduce(smallerOf) }
}

function smallerOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function largerOf(a: bigint, b: bigint): bigint {
  return a < b ? b : a
}
