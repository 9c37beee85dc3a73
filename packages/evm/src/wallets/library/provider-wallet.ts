import type { WalletIdentity } from '@latchkey/core'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { type Chain, isDataIcon, LatchkeyError } from '@latchkey/protocol'
import type { PageWallet } from '../page-wallet.ts'
import { providerVerbs } from './provider-verbs.ts'

export declare namespace providerWallet {
  interface Options {
    /** Id of the wallet, the same after reloads: its name on the domain system, reversed. */
    readonly id: string
    /** Name of the wallet, as the visitor knows it. */
    readonly name: string
    /** Icon as a `data:image/*` URL of at most 64 KiB; without one, a monogram is shown. */
    readonly icon?: string
    /** Whether its accounts are contracts, which sign by EIP-1271; default false. */
    readonly isContract?: boolean
    /**
     * Loads the wallet's library and returns its EIP-1193 provider. Called when the visitor chooses
     * the wallet, or comes back connected to it.
     * @param chains - the chains of the adapter, the default first
     */
    readonly load: (chains: readonly Chain[]) => Promise<unknown>
  }
}

/**
 * A wallet that is a library of its maker, with an EIP-1193 provider. The library is loaded when the
 * visitor chooses the wallet. Throws `config-invalid`; connecting throws `connection-failed` when
 * the library has no provider.
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
      // A server has no wallets.
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
