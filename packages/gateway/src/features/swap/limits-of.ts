import { readOfferId } from './offer-id.ts'
import { maximumOf, minimumOf } from './slippage.ts'

interface Parts {
  /** As it stands now, base units. */
  readonly paid: bigint
  readonly received: bigint
  readonly side: 'pay' | 'receive'
  /** Percent. */
  readonly slippage: number
  readonly offerId?: string | undefined
}

/**
 * Between what a swap may move: never worse than what the visitor was shown, whatever the price did
 * since.
 */
export function limitsOf({ paid, received, side, slippage, offerId }: Parts): {
  least: bigint
  most: bigint
} {
  const promised = readOfferId(offerId)
  if (side === 'pay') {
    // An offer for another amount promised nothing about this one.
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
