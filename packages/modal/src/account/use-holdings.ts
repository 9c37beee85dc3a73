import type { Balance } from '@latchkey/core'
import { chainOf } from '@latchkey/protocol'
import { useAccount } from '@latchkey/react'
import { useBalances } from '@latchkey/react/queries'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ModalOptions } from '../options.ts'

/** What the account shown holds on its chain, the coin first; nothing is asked on a chain the kit does not know. */
export function useHoldings(options: ModalOptions): UseQueryResult<readonly Balance[]> {
  const { account, chain, isChainSupported } = useAccount()
  const assets = useMemo(() => options.tokens?.filter(({ id }) => chainOf(id) === chain), [options.tokens, chain])
  return useBalances({ account: isChainSupported ? account : undefined, assets, currency: options.currency })
}
