import { isProvider } from '../../connect/is-provider.ts'
import type { Provider } from '../../connect/provider.ts'

/** What is used of `@farcaster/miniapp-sdk`. */
interface MiniAppSdk {
  isInMiniApp(): Promise<unknown>
  readonly wallet: {
    readonly ethProvider: unknown
    getEthereumProvider(): Promise<unknown>
  }
}

/**
 * Loads the library, asks the app around the page whether it shows mini apps, and returns the
 * provider of its wallet; null when it is no such app or has no wallet for Ethereum.
 * @param onLoaded - gets the library's provider as soon as it is loaded, to recognise it
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
