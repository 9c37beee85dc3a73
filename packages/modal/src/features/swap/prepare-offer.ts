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
import { keptSlippage } from './percent.ts'
import type { Ask } from './use-offer.ts'

/**
 * What an offer needs to live on after it was taken: checking it and asking the wallet take a
 * while.
 */
const marginMs = 3000

/**
 * Takes the newest offer, renewed where it is near its end, and makes drafts of it. What it throws
 * is what `prepareSwap` throws.
 */
export async function prepareOffer(
  kit: Kit,
  parameters: {
    readonly client: QueryClient
    readonly ask: Ask
    /** Percent; default the specification's. */
    readonly slippage?: number
    readonly approval: 'exact' | 'unlimited'
    /** What the visitor was shown: it is kept where it can be. */
    readonly promised?: Promised
    /** The offer at hand is known to be none any more. */
    readonly isPast?: boolean
    /** What else the account is known to hold: none of it may leave. */
    readonly assets?: readonly Asset[] | undefined
    readonly signal?: AbortSignal
  },
): Promise<SwapDraft> {
  const { client, ask, slippage, approval, promised, isPast, assets, signal } = parameters
  const query = swapQuoteQuery(kit, ask)
  const quote = await client.fetchQuery({
    ...query,
    staleTime: isPast ? 0 : quoteLifeMs - marginMs,
  })
  const chosen = keepPromise(quote, ask.side, promised, slippage) ?? slippage
  return prepareSwap(kit, {
    quote,
    approval,
    assets,
    ...(chosen !== undefined && { slippage: chosen }),
    ...(signal && { signal }),
  })
}

/**
 * The slippage with which a renewed offer keeps to what the visitor was shown; null where none
 * does, or nothing was.
 */
function keepPromise(
  { pay, receive }: SwapQuote,
  side: SwapSide,
  promised: Promised | undefined,
  slippage: number | undefined,
): number | null {
  if (promised === undefined || slippage === undefined) return null
  return side === 'receive'
    ? keptSlippage(promised.most - pay.amount, pay.amount, slippage)
    : keptSlippage(receive.amount - promised.least, receive.amount, slippage)
}

/** The question an offer answered. */
export function askOf({ account, side, pay, receive }: SwapQuote): Ask {
  const amount = side === 'pay' ? pay.amount : receive.amount
  return { account, side, pay: pay.asset, receive: receive.asset, amount }
}

/** Between what a swap may move, base units. */
export interface Promised {
  /** Arrives at least. */
  readonly least: bigint
  /** Leaves at most. */
  readonly most: bigint
}

export function promiseOf({ swap }: SwapDraft): Promised {
  return { least: swap.receives?.minimum ?? 0n, most: swap.maximum ?? swap.amount }
}

/** Whether a renewed draft takes more, or promises less, than the visitor was shown. */
export function isWorse(next: SwapDraft, shown: SwapDraft): boolean {
  const [now, before] = [promiseOf(next), promiseOf(shown)]
  return now.most > before.most || now.least < before.least
}

/** Forgets what was drafted and not sent. */
export function discardDraft(kit: Kit, { swap, approval, reset }: SwapDraft): void {
  for (const one of [swap, approval, reset]) {
    if (one && kit.getState().transactions[one.id]?.status === 'draft')
      discardTransaction(kit, { id: one.id })
  }
}
