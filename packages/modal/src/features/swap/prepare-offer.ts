import {
  discardTransaction,
  type Kit,
  prepareSwap,
  quoteLifeMs,
  type SwapDraft,
  type SwapQuote,
  type SwapSide,
  swapQuoteQuery,
} from '@latchkey/core'
import type { Asset } from '@latchkey/protocol'
import type { QueryClient } from '@tanstack/react-query'
import { slippageWithinLimits } from './percent.ts'
import type { SwapRequest } from './use-offer.ts'

/**
 * Milliseconds that a quote must remain valid when it is used, because checking it and asking the
 * wallet take time.
 */
const quoteMarginMs = 3000

/**
 * Makes the drafts of a swap from the newest quote; a quote that is about to expire is renewed
 * first. Throws what `prepareSwap` throws.
 */
export async function prepareOffer(
  kit: Kit,
  parameters: {
    readonly client: QueryClient
    readonly ask: SwapRequest
    /** Slippage in percent; default that of `prepareSwap`. */
    readonly slippage?: number
    readonly approval: 'exact' | 'unlimited'
    /** Limits that the visitor was shown; the drafts keep them when possible. */
    readonly promised?: SwapLimits
    /** Whether the present quote is known to be invalid. */
    readonly isPast?: boolean
    /** Other assets that the account holds: the swap must not take any of them. */
    readonly assets?: readonly Asset[] | undefined
    readonly signal?: AbortSignal
  },
): Promise<SwapDraft> {
  const {
    client,
    ask,
    slippage,
    approval,
    promised: shownLimits,
    isPast,
    assets,
    signal,
  } = parameters
  const query = swapQuoteQuery(kit, ask)
  const quote = await client.fetchQuery({
    ...query,
    staleTime: isPast ? 0 : quoteLifeMs - quoteMarginMs,
  })
  const finalSlippage = slippageKeepingLimits(quote, ask.side, shownLimits, slippage) ?? slippage
  return prepareSwap(kit, {
    quote,
    approval,
    assets,
    ...(finalSlippage !== undefined && { slippage: finalSlippage }),
    ...(signal && { signal }),
  })
}

/**
 * The slippage with which a renewed quote keeps the shown limits; null when none does, or no limits
 * were shown.
 */
function slippageKeepingLimits(
  { pay, receive }: SwapQuote,
  side: SwapSide,
  shownLimits: SwapLimits | undefined,
  slippage: number | undefined,
): number | null {
  if (shownLimits === undefined || slippage === undefined) return null
  return side === 'receive'
    ? slippageWithinLimits(shownLimits.most - pay.amount, pay.amount, slippage)
    : slippageWithinLimits(receive.amount - shownLimits.least, receive.amount, slippage)
}

/** The request for a swap quote that a given quote answers. */
export function swapRequestOf({ account, side, pay, receive }: SwapQuote): SwapRequest {
  const amount = side === 'pay' ? pay.amount : receive.amount
  return { account, side, pay: pay.asset, receive: receive.asset, amount }
}

/** The limits of a swap that the visitor was shown, in base units. */
export interface SwapLimits {
  /** The least amount that is received. */
  readonly least: bigint
  /** The highest amount that is paid. */
  readonly most: bigint
}

export function swapLimitsOf({ swap }: SwapDraft): SwapLimits {
  return { least: swap.receives?.minimum ?? 0n, most: swap.maximum ?? swap.amount }
}

/** Whether a renewed draft costs more, or promises less, than the visitor was shown. */
export function isWorseDraft(next: SwapDraft, shownDraft: SwapDraft): boolean {
  const [now, before] = [swapLimitsOf(next), swapLimitsOf(shownDraft)]
  return now.most > before.most || now.least < before.least
}

/** Deletes the drafts of a swap that were not sent. */
export function discardDraft(kit: Kit, { swap, approval, reset }: SwapDraft): void {
  for (const one of [swap, approval, reset]) {
    if (one && kit.getState().transactions[one.id]?.status === 'draft')
      discardTransaction(kit, { id: one.id })
  }
}
