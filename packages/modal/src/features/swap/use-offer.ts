import { quoteLifeMs, type SwapAsset, type SwapQuote, type SwapSide } from '@latchkey/core'
import { type AccountId, debounceMs, type ErrorCode } from '@latchkey/protocol'
import { useSwapQuote } from '@latchkey/react/queries'
import { useEffect, useState } from 'react'
import { errorCodeOf } from './error-code-of.ts'

export interface SwapRequest {
  readonly account: AccountId
  readonly pay: SwapAsset
  readonly receive: SwapAsset
  /** Amount of the side that the visitor typed, in base units, above 0. */
  readonly amount: bigint
  readonly side: SwapSide
}

export interface Offer {
  /** The newest quote for this pair, if any; it stays until a newer one is read. */
  readonly quote: SwapQuote | undefined
  /** `old`: for another amount, or expired; `none`: no quote yet. */
  readonly follows: 'now' | 'old' | 'none' | undefined
  readonly error: ErrorCode | undefined
  readonly retry: () => void
}

/** Reads the quote of a swap: once typing has paused, and every 10 s while the page is visible. */
export function useOffer(request: SwapRequest | undefined): Offer {
  const requestKey = request && requestKeyOf(request)
  const [rested, setRested] = useState(request)
  const isInputSettled = (rested && requestKeyOf(rested)) === requestKey
  useEffect(() => {
    if (isInputSettled) return
    const timer = setTimeout(() => setRested(request), debounceMs)
    return () => clearTimeout(timer)
  }, [request, isInputSettled])
  const settledRequest = isInputSettled ? rested : undefined
  const query = useSwapQuote({
    account: settledRequest?.account,
    pay: settledRequest?.pay,
    receive: settledRequest?.receive,
    amount: settledRequest?.amount,
    side: settledRequest?.side ?? 'pay',
    refetchIntervalMs: quoteLifeMs,
  })
  const [last, setLast] = useState<SwapQuote>()
  const newestQuote = query.isError ? undefined : query.data
  if (newestQuote && newestQuote !== last) setLast(newestQuote)
  if (query.isError && last) setLast(undefined)
  const { refetch } = query
  const quote = request && last && isQuoteOfPair(last, request) ? last : undefined
  const matchesRequest = quote !== undefined && quote === newestQuote && isInputSettled
  const isRefreshOverdue =
    matchesRequest && query.isFetching && Date.now() - quote.at >= quoteLifeMs
  const error = isInputSettled && query.isError ? errorCodeOf(query.error) : undefined
  const judgeQuoteFreshness = (): Offer['follows'] => {
    if (request === undefined || error) return undefined
    if (quote === undefined) return 'none'
    return matchesRequest && !isRefreshOverdue ? 'now' : 'old'
  }
  return {
    quote,
    follows: judgeQuoteFreshness(),
    error,
    retry: () => void refetch(),
  }
}

function requestKeyOf({ account, pay, receive, amount, side }: SwapRequest): string {
  return [account, pay.id, receive.id, amount, side].join(' ')
}

function isQuoteOfPair(quote: SwapQuote, { account, pay, receive, side }: SwapRequest): boolean {
  return (
    quote.account === account &&
    quote.side === side &&
    quote.pay.asset.id === pay.id &&
    quote.receive.asset.id === receive.id
  )
}
