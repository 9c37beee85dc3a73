import type { Connector, WalletIdentity } from '@latchkey/core'
import { type Chain, hasCode, LatchkeyError } from '@latchkey/protocol'
import { networkName } from '../chains.ts'
import { openConnector } from '../connect/open-connector.ts'
import type { StandardWallet } from '../connect/standard-wallet.ts'

/** The part of `@solana-mobile/wallet-standard-mobile` that the wallet needs. */
interface MobileLibrary {
  readonly LocalSolanaMobileWalletAdapterWallet: new (config: object) => StandardWallet
  createDefaultAuthorizationCache(): object
  createDefaultChainSelector(): object
  createDefaultWalletNotFoundHandler(): object
}

/**
 * Loads the library and makes the connector of its wallet (Wallet Standard). The wallet is used
 * directly, and is not registered on the page. Throws `connection-failed` when the library cannot
 * be loaded.
 */
export async function openMobileWallet(
  {
    load,
    appName,
    appIcon,
  }: {
    readonly load: () => Promise<object>
    readonly appName: string
    readonly appIcon?: string
  },
  {
    id,
    wallet,
    chains,
  }: { readonly id: string; readonly wallet: WalletIdentity; readonly chains: readonly Chain[] },
): Promise<Connector> {
  try {
    const library = (await load()) as MobileLibrary
    const mobileWallet = new library.LocalSolanaMobileWalletAdapterWallet({
      appIdentity: {
        name: appName,
        uri: window.location.origin,
        ...(appIcon && { icon: appIcon }),
      },
      authorizationCache: library.createDefaultAuthorizationCache(),
      chains: chains.map((chain) => `solana:${networkName(chain.id)}`),
      chainSelector: library.createDefaultChainSelector(),
      onWalletNotFound: library.createDefaultWalletNotFoundHandler(),
    })
    return openConnector(id, wallet, mobileWallet)
  } catch (cause) {
    if (hasCode(cause)) throw cause
    throw new LatchkeyError('connection-failed', { reason: `${wallet.name} was not loaded`, cause })
  }
}
