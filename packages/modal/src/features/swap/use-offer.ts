import { quoteLifeMs, type SwapAsset, type SwapQuote, type SwapSide } from '@latchkey/core'
import { type AccountId, debounceMs, type ErrorCode } from '@latchkey/protocol'
import { useSwapQuote } from '@latchkey/react/queries'
import { useEffect, useState } from 'react'
import { readCode } from './read-code.ts'

export interface SwapRequest {
  readonly account: AccountId
  readonly pay: SwapAsset
  readonly receive: SwapAsset
  /** Base units of the fixed side, > 0. */
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
  const key = request && requestKeyOf(request)
  const [rested, setRested] = useState(request)
  const isRested = (rested && requestKeyOf(rested)) === key
  useEffect(() => {
    if (isRested) return
    const timer = setTimeout(() => setRested(request), debounceMs)
    return () => clearTimeout(timer)
  }, [request, isRested])
  const restedRequest = isRested ? rested : undefined
  const query = useSwapQuote({
    account: restedRequest?.account,
    pay: restedRequest?.pay,
    receive: restedRequest?.receive,
    amount: restedRequest?.amount,
    side: restedRequest?.side ?? 'pay',
    refetchIntervalMs: quoteLifeMs,
  })
  const [last, setLast] = useState<SwapQuote>()
  const newestQuote = query.isError ? undefined : query.data
  if (newestQuote && newestQuote !== last) setLast(newestQuote)
  if (query.isError && last) setLast(undefined)
  const { refetch } = query
  const quote = request && last && isOfPair(last, request) ? last : undefined
  const isExact = quote !== undefined && quote === newestQuote && isRested
  const isLate = isExact && query.isFetching && Date.now() - quote.at >= quoteLifeMs
  const error = isRested && query.isError ? readCode(query.error) : undefined
  const judgeQuote = (): Offer['follows'] => {
    if (request === undefined || error) return undefined
    if (quote === undefined) return 'none'
    return isExact && !isLate ? 'now' : 'old'
  }
  return {
    quote,
    follows: judgeQuote(),
    error,
    retry: () => void refetch(),
  }
}

function requestKeyOf({ account, pay, receive, amount, side }: SwapRequest): string {
  return [account, pay.id, receive.id, amount, side].join(' ')
}

function isOfPair(quote: SwapQuote, { account, pay, receive, side }: SwapRequest): boolean {
  return (
    quote.account === account &&
    quote.side === side &&
    quote.pay.asset.id === pay.id &&
    quote.receive.asset.id === receive.id
  )
}
