import type { Adapter } from '@latchkey/core'
import { lazyErrors } from '@latchkey/core/lazy-adapter'
import type { ChainId } from '@latchkey/protocol'
import type { PageWallet } from './page-wallet.ts'

/**
 * Adds wallets to the adapter for Ethereum-like chains. They are listed in the given order, before
 * the wallets that announce themselves. The code of a wallet is loaded when the visitor chooses it.
 *
 * @example
 * const adapters = [withWallets(evm({ chains }), safe())]
 */
export function withWallets<Id extends ChainId>(
  adapter: Adapter<Id>,
  ...wallets: readonly PageWallet[]
): Adapter<Id> {
  const { explain, guard } = lazyErrors(() => import('../errors.ts'))
  return {
    ...adapter,
    discover(onFound) {
      const stops = wallets.map((wallet) =>
        wallet.discover(onFound, { guard, chains: adapter.chains }),
      )
      stops.push(
        adapter.discover((connector) => {
          if (!wallets.some((wallet) => wallet.isOwn?.(connector))) onFound(connector)
        }),
      )
      return () => {
        for (const stop of stops) {
          stop()
        }
      }
    },
    explain(error) {
      const code = explain(error)
      return code === 'unknown' ? adapter.explain(error) : code
    },
  }
}
