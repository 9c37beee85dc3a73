import { readOfferId } from './offer-id.ts'
import { maximumOf, minimumOf } from './slippage.ts'

interface Parts {
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
export function limitsOf({ paid, received, side, slippage, offerId }: Parts): {
  least: bigint
  most: bigint
} {
  const promised = readOfferId(offerId)
  if (side === 'pay') {
    // An offer for another amount guarantees nothing for this one.
    const shown = promised?.paid === paid ? minimumOf(promised.received, slippage) : 0n
    const now = minimumOf(received, slippage)
    return { least: [shown, now].reduce(largerOf), most: paid }
  }
  const now = maximumOf(paid, slippage)
  const shown = promised?.received === received ? maximumOf(promised.paid, slippage) : now
  return { least: received, most: [shown, now].reduce(smallerOf) }
}

function smallerOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function largerOf(a: bigint, b: bigint): bigint {
  return a < b ? b : a
}
