import { readOfferId } from './offer-id.ts'
import { addSlippage, subtractSlippage } from './slippage.ts'

interface SwapLimitsInput {
  /** Amount that the visitor pays according to the current offer, in base units. */
  readonly paid: bigint
  readonly received: bigint
  readonly side: 'pay' | 'receive'
  /** Slippage in percent. */
  readonly slippage: number
  readonly offerId?: string | undefined
}

/**
 * Computes the limits of the amounts that a swap may move, in base units. They are never worse than
 * the offer that the visitor saw, even if the price has changed.
 */
export function computeSwapLimits({ paid, received, side, slippage, offerId }: SwapLimitsInput): {
  least: bigint
  most: bigint
} {
  const promisedOffer = readOfferId(offerId)
  if (side === 'pay') {
    // The offer that the visitor saw limits this swap only if it was made for the same amount.
    const promisedLimit =
      promisedOffer?.paid === paid ? subtractSlippage(promisedOffer.received, slippage) : 0n
    const currentLimit = subtractSlippage(received, slippage)
    return { least: [promisedLimit, currentLimit].reduce(largerOf), most: paid }
  }
  const currentLimit = addSlippage(paid, slippage)
  const promisedLimit =
    promisedOffer?.received === received ? addSlippage(promisedOffer.paid, slippage) : currentLimit
  return { least: received, most: [promisedLimit, currentLimit].reduce(smallerOf) }
}

function smallerOf(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

function largerOf(a: bigint, b: bigint): bigint {
  return a < b ? b : a
}
