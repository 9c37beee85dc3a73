import type { Adapter, WalletIdentity } from '@latchkey/core'
import { lazyErrors } from '@latchkey/core/lazy-adapter'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import type { ChainId } from '@latchkey/protocol'

/** The name that the library registers its wallet by, and its key in wallet lists. */
const walletName = 'Mobile Wallet Adapter'
const id = `standard:solana:${encodeURIComponent(walletName)}`
const wallet: WalletIdentity = { name: walletName, keys: [walletName], origin: 'custom' }

export declare namespace withMobileWallets {
  interface Options {
    /** Imports `@solana-mobile/wallet-standard-mobile`, which your app depends on. */
    readonly load: () => Promise<object>
    /** Name of your app, which the wallet shows. */
    readonly appName: string
    /** Path of your app's icon below its origin, which the wallet shows: `/icon.png`. */
    readonly appIcon?: string
  }
}

/**
 * Adds the wallets that are apps on an Android phone (Mobile Wallet Adapter) to the adapter for
 * Solana: in Chrome on Android they are one entry of the list, the first, and Android asks which app
 * is meant. Anywhere else nothing is added. The library is loaded when the visitor chooses the
 * entry; connecting throws `connection-failed` when it cannot be.
 *
 * @example
 * const load = async () => ({}) // import('@solana-mobile/wallet-standard-mobile')
 * const adapter = withMobileWallets(solana({ chains: [solanaMainnet] }), { load, appName: 'Shop' })
 */
export function withMobileWallets<Id extends ChainId>(
  adapter: Adapter<Id>,
  options: withMobileWallets.Options,
): Adapter<Id> {
  const { explain, guard } = lazyErrors(() => import('../errors.ts'))
  return {
    ...adapter,
    discover(onFound) {
      if (isAndroidChrome())
        onFound(
          lazyConnector(
            {
              id,
              namespaces: ['solana'],
              wallet,
              verbs: ['signMessage', 'signIn', 'signInText', 'transfer', 'request'],
            },
            async () => {
              const { openMobileWallet } = await import('./open-mobile-wallet.ts')
              return openMobileWallet(options, { id, wallet, chains: adapter.chains })
            },
            guard,
          ),
        )
      return adapter.discover(onFound)
    },
    explain(error) {
      const code = explain(error)
      return code === 'unknown' ? adapter.explain(error) : code
    },
  }
}

/** Whether the page is in Chrome on Android; the web views of other apps cannot open a wallet. */
function isAndroidChrome(): boolean {
  if (typeof window === 'undefined' || !window.isSecureContext) return false
  const { userAgent } = navigator
  return (
    /android/i.test(userAgent) &&
    /chrome\//i.test(userAgent) &&
    !/; wv\)|version\//i.test(userAgent)
  )
}
