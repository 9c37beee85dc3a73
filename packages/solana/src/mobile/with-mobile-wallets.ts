import type { Adapter, WalletIdentity } from '@latchkey/core'
import { lazyErrors } from '@latchkey/core/lazy-adapter'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import type { ChainId } from '@latchkey/protocol'

/** Name under which the library registers its wallet, and by which lists of wallets identify it. */
const walletName = 'Mobile Wallet Adapter'
const id = `standard:solana:${encodeURIComponent(walletName)}`
const wallet: WalletIdentity = { name: walletName, keys: [walletName], origin: 'custom' }

export declare namespace withMobileWallets {
  interface Options {
    /**
     * Imports `@solana-mobile/wallet-standard-mobile`, which has to be a dependency of your app.
     */
    readonly load: () => Promise<object>
    /** Name of your app, which the wallet shows. */
    readonly appName: string
    /** Path of your app's icon below its origin, which the wallet shows: `/icon.png`. */
    readonly appIcon?: string
  }
}

/**
 * Adds the wallet apps of an Android phone to the adapter for Solana, by the Mobile Wallet Adapter.
 * In Chrome on Android they are one entry, the first of the list, and Android asks the visitor
 * which of the apps to open. Anywhere else nothing is added. The library is loaded when the visitor
 * chooses the entry; connecting throws `connection-failed` when it cannot be loaded.
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

/**
 * Whether the page is in Chrome on Android. A web view inside another app cannot open wallet apps.
 */
function isAndroidChrome(): boolean {
  if (typeof window === 'undefined' || !window.isSecureContext) return false
  const { userAgent } = navigator
  return (
    /android/i.test(userAgent) &&
    /chrome\//i.test(userAgent) &&
    !/; wv\)|version\//i.test(userAgent)
  )
}
