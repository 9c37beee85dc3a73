import type { Balance } from '@latchkey/core'
import { balanceRetryWindowMs, chainOf } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { useBalances } from '@latchkey/react/queries'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ModalOptions } from '../contract/options.ts'

/**
 * What comes in from elsewhere is seen without leaving the view: the chain is asked again as long
 * as one is shown.
 */
const againMs = 10_000

/**
 * What the account shown holds on its chain, the coin first; nothing is asked on a chain the kit
 * does not know.
 */
export function useHoldings(options: ModalOptions): UseQueryResult<readonly Balance[]> {
  const { account, chain, isChainSupported } = useAccount()
  const assets = useMemo(
    () => options.tokens?.filter(({ id }) => chainOf(id) === chain),
    [options.tokens, chain],
  )
  const query = useBalances({
    account: isChainSupported ? account : undefined,
    assets,
    currency: options.currency,
  })
  const { data, isError, refetch } = query
  const isKnown = data !== undefined
  useEffect(() => {
    // Where nothing is known the visitor tries again; right after a failure nobody is asked.
    if (!isKnown) return
    const timer = setInterval(
      () => document.hidden || void refetch({ cancelRefetch: false }),
      isError ? balanceRetryWindowMs + againMs : againMs,
    )
    return () => clearInterval(timer)
  }, [isKnown, isError, refetch])
  return query
}
