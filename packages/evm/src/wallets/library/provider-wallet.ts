import type { WalletIdentity } from '@latchkey/core'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { type Chain, isDataIcon, LatchkeyError } from '@latchkey/protocol'
import type { PageWallet } from '../page-wallet.ts'
import { providerVerbs } from './provider-verbs.ts'

export declare namespace providerWallet {
  interface Options {
    /**
     * Id of the wallet, which must stay the same after reloads: a domain name of its maker in
     * reverse order, such as `com.example.wallet`.
     */
    readonly id: string
    /** Name of the wallet, as the visitor knows it. */
    readonly name: string
    /** Icon as a `data:image/*` URL of at most 64 KiB; without one, a monogram is shown. */
    readonly icon?: string
    /**
     * Whether the wallet's accounts are contracts, whose signatures are verified by EIP-1271;
     * default false.
     */
    readonly isContract?: boolean
    /**
     * Loads the wallet's library and returns its EIP-1193 provider. Called when the visitor chooses
     * the wallet, or returns to the page while still connected to it.
     * @param chains - the chains of the adapter, the default first
     */
    readonly load: (chains: readonly Chain[]) => Promise<unknown>
  }
}

/**
 * A wallet whose maker publishes it as a library with an EIP-1193 provider. The library is loaded
 * when the visitor chooses the wallet. Throws `config-invalid` for a wrong id, name or icon;
 * connecting throws `connection-failed` when the library cannot be loaded, or gives no provider.
 *
 * @example
 * const adapter = withWallets(
 *   evm({ chains }),
 *   providerWallet({
 *     id: 'example.wallet',
 *     name: 'Example Wallet',
 *     load: async () => ({ request: async () => [] }), // (await import('example-wallet')).provider
 *   }),
 * )
 */
export function providerWallet(options: providerWallet.Options): PageWallet {
  const { id, name, icon, isContract = false, load } = options
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(id) || !name.trim() || (icon && !isDataIcon(icon)))
    throw new LatchkeyError('config-invalid', {
      reason: `providerWallet: ${id}: no id, name or icon`,
      fix: 'write the id in lower case, and the icon as a data: URL',
    })
  const wallet: WalletIdentity = { name, ...(icon && { icon }), keys: [id], origin: 'custom' }
  return {
    discover(onFound, { guard, chains }) {
      // On a server, where there is no `window`, no wallet is listed.
      if (typeof globalThis.window === 'undefined') return () => {}
      const connectorId = `library:${id}`
      onFound(
        lazyConnector(
          { id: connectorId, namespaces: ['eip155'], wallet, verbs: providerVerbs },
          async () => {
            const { openLibrary } = await import('./open-library.ts')
            return openLibrary(() => load(chains), { id: connectorId, wallet, isContract })
          },
          guard,
        ),
      )
      return () => {}
    },
  }
}
