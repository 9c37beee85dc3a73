import { quoteLifeMs, type SwapAsset, type SwapQuote, type SwapSide } from '@latchkey/core'
import { type AccountId, debounceMs, type ErrorCode } from '@latchkey/protocol'
import { useSwapQuote } from '@latchkey/react/queries'
import { useEffect, useState } from 'react'
import { readCode } from './read-code.ts'

export interface Ask {
  readonly account: AccountId
  readonly pay: SwapAsset
  readonly receive: SwapAsset
  /** Base units of the fixed side, > 0. */
  readonly amount: bigint
  readonly side: SwapSide
}

export interface Offer {
  /** The newest quote for this pair, if any; an old one is kept until there is a newer one. */
  readonly quote: SwapQuote | undefined
  /** `old`: for another amount, or expired; `none`: no quote yet. */
  readonly follows: 'now' | 'old' | 'none' | undefined
  readonly error: ErrorCode | undefined
  readonly retry: () => void
}

/** Reads the quote of a swap: once typing has paused, and every 10 s while the page is visible. */
export function useOffer(ask: Ask | undefined): Offer {
  const key = ask && keyOf(ask)
  const [rested, setRested] = useState(ask)
  const isRested = (rested && keyOf(rested)) === key
  useEffect(() => {
    if (isRested) return
    const timer = setTimeout(() => setRested(ask), debounceMs)
    return () => clearTimeout(timer)
  }, [ask, isRested])
  const wanted = isRested ? rested : undefined
  const query = useSwapQuote({
    account: wanted?.account,
    pay: wanted?.pay,
    receive: wanted?.receive,
    amount: wanted?.amount,
    side: wanted?.side ?? 'pay',
    refetchIntervalMs: quoteLifeMs,
  })
  const [last, setLast] = useState<SwapQuote>()
  const newest = query.isError ? undefined : query.data
  if (newest && newest !== last) setLast(newest)
  if (query.isError && last) setLast(undefined)
  const { refetch } = query
  const quote = ask && last && isOfPair(last, ask) ? last : undefined
  const isExact = quote !== undefined && quote === newest && isRested
  const isLate = isExact && query.isFetching && Date.now() - quote.at >= quoteLifeMs
  const error = isRested && query.isError ? readCode(query.error) : undefined
  const judgeQuote = (): Offer['follows'] => {
    if (ask === undefined || error) return undefined
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

function keyOf({ account, pay, receive, amount, side }: Ask): string {
  return [account, pay.id, receive.id, amount, side].join(' ')
}

function isOfPair(quote: SwapQuote, { account, pay, receive, side }: Ask): boolean {
  return (
    quote.account === account &&
    quote.side === side &&
    quote.pay.asset.id === pay.id &&
    quote.receive.asset.id === receive.id
  )
}
