import type { Kit } from '@latchkey/core'
import { useAccount } from '@latchkey/react'
import { useExchanges } from '@latchkey/react/queries'
import type { Route } from '../../contract/route.ts'
import { canBuy } from '../../shared/can-buy.ts'
import { findChain } from '../../shared/chain-name.ts'

/**
 * The view that leads to coins for the account: buying from a seller, else a deposit from an
 * exchange; none when there is neither. Exchanges are asked only when nobody sells.
 */
export function useFundRoute(
  kit: Kit,
): Extract<Route, { view: 'OnRampProviders' | 'FundWallet' }> | undefined {
  const { chain, namespace, isChainSupported } = useAccount()
  const isSold = canBuy(kit)
  const configuredChain = findChain(kit, chain)
  const shouldReadExchanges = isChainSupported && !isSold && kit.options.gateway !== undefined
  const exchanges = useExchanges({
    asset: shouldReadExchanges
      ? configuredChain && kit.adapters[namespace]?.nativeAsset(configuredChain)
      : undefined,
  })
  if (!isChainSupported) return undefined
  if (isSold) return { view: 'OnRampProviders' }
  return exchanges.data?.length ? { view: 'FundWallet' } : undefined
}
