import type { Adapter } from '@latchkey/core'
import { lazyErrors, lazyReader } from '@latchkey/core/lazy-adapter'
import type { Chain } from '@latchkey/protocol'
import { isAddress, isSameAddress, nativeAsset, readChains } from './chains.ts'
import { openDiscovery } from './connect/discover.ts'

export declare namespace toy {
  interface Options {
    /** The first chain is the one that a wallet is asked to use. */
    readonly chains: readonly Chain[]
    /** Target of the wallets' announcements; default `window`, if there is one. */
    readonly page?: EventTarget
  }
}

/**
 * The adapter of a chain family that exists in memory only. It is the example of
 * `recipes/add-a-chain.md`, and the proof that a family needs no change of the packages it is used
 * with. Throws `config-invalid`.
 */
export function toy(options: toy.Options): Adapter {
  const { explain, guard } = lazyErrors(() => import('./errors.ts'))
  return {
    namespace: 'toy',
    name: 'Toy',
    chains: readChains(options.chains),
    read: lazyReader(
      {
        balances: () => import('./read/balances.ts'),
        estimateTransfer: () => import('./read/estimate-transfer.ts'),
        parseHash: () => import('./read/verdict.ts'),
        verdict: () => import('./read/verdict.ts'),
        isUnspendable: () => import('./read/unspendable.ts'),
      },
      guard,
    ),
    nativeAsset,
    // The chain has no tokens.
    tokenId: () => null,
    isAddress,
    isSameAddress,
    discover: openDiscovery(
      () => options.page ?? globalThis.window,
      async (...found) => (await import('./connect/connector.ts')).toyConnector(...found),
      guard,
    ),
    explain,
  }
}
