import type { Balance } from '@latchkey/core'
import { balanceRetryWindowMs, chainOf } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { useBalances } from '@latchkey/react/queries'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ModalOptions } from '../contract/options.ts'

/**
 * Milliseconds between reads while balances are shown, so that incoming coins appear without
 * leaving the view.
 */
const pollIntervalMs = 10_000

/**
 * Balances of the shown account on its chain, the native coin first; not read on a chain that the
 * kit does not know.
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
  const isLoaded = data !== undefined
  useEffect(() => {
    // Balances are read again regularly only once they are known; before that, the visitor retries
    // by a button. After a failed read, the next one is delayed.
    if (!isLoaded) return
    const timer = setInterval(
      () => document.hidden || void refetch({ cancelRefetch: false }),
      isError ? balanceRetryWindowMs + pollIntervalMs : pollIntervalMs,
    )
    return () => clearInterval(timer)
  }, [isLoaded, isError, refetch])
  return query
}
