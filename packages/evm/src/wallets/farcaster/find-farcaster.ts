import { isProvider } from '../../connect/is-provider.ts'
import type { Provider } from '../../connect/provider.ts'

/** The part of `@farcaster/miniapp-sdk` that the wallet needs. */
interface MiniAppSdk {
  isInMiniApp(): Promise<unknown>
  readonly wallet: {
    readonly ethProvider: unknown
    getEthereumProvider(): Promise<unknown>
  }
}

/**
 * Loads the library, asks the app around the page whether it shows the page as a mini app, and
 * returns the provider of the app's wallet; null when it does not, or has no wallet for Ethereum.
 * @param onLoaded - called with the library's provider as soon as the library is loaded, so that an
 *   announcement of this provider can be recognised before the app has answered
 */
export async function findFarcaster(
  load: () => Promise<object>,
  onLoaded: (provider: Provider) => void,
): Promise<Provider | null> {
  const { sdk } = (await load()) as { readonly sdk: MiniAppSdk }
  if (isProvider(sdk.wallet.ethProvider)) onLoaded(sdk.wallet.ethProvider)
  if ((await sdk.isInMiniApp()) !== true) return null
  const provider = await sdk.wallet.getEthereumProvider()
  return isProvider(provider) ? provider : null
}
