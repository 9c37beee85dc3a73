import type { WalletListing } from '@latchkey/protocol'
import { wallets } from '@latchkey/wbip'
import { installLinks } from '@latchkey/wbip/install-links'
import { remoteId } from '../remote/remote-id.ts'

/** A wallet in the owner's list, in the format of WBIP004. */
export interface ProviderInfo {
  /** Path of the wallet's object on `window`. */
  readonly id: string
  readonly name: string
  /** Icon as a `data:image/*` URL. */
  readonly icon?: string
  readonly webUrl?: string
  readonly chromeWebStoreUrl?: string
  readonly mozillaAddOnsUrl?: string
  readonly googlePlayStoreUrl?: string
  readonly iOSAppStoreUrl?: string
}

/**
 * Ids of wallets in Latchkey's wallet catalogue, which has the links that open them on a phone, by
 * the path of the wallet's object on `window`.
 */
const catalogIds: Readonly<Record<string, string>> = {
  LeatherProvider: 'leather',
  'XverseProviders.BitcoinProvider': 'xverse',
}

/**
 * Wallets that are shown even when they are not installed, with download links; default the four of
 * `@stacks/connect`.
 */
export function walletListings(
  providers: readonly ProviderInfo[] = providersByDefault(),
  approvedPaths?: readonly string[],
): readonly WalletListing[] {
  return providers
    .filter(({ id }) => !approvedPaths || approvedPaths.includes(id))
    .map((provider) => ({
      id: Object.hasOwn(catalogIds, provider.id)
        ? (catalogIds[provider.id] ?? provider.id)
        : provider.id,
      name: provider.name,
      keys: [provider.id],
      ...(provider.icon && { image_url: provider.icon }),
      ...(provider.webUrl && { homepage: provider.webUrl }),
      ...(provider.chromeWebStoreUrl && { chrome_store: provider.chromeWebStoreUrl }),
      ...(provider.mozillaAddOnsUrl && { firefox_store: provider.mozillaAddOnsUrl }),
      ...(provider.googlePlayStoreUrl && { play_store: provider.googlePlayStoreUrl }),
      ...(provider.iOSAppStoreUrl && { app_store: provider.iOSAppStoreUrl }),
    }))
}

/** Wallets that are shown when the page lists none. */
export const DEFAULT_PROVIDERS: readonly ProviderInfo[] = /* @__PURE__ */ providersByDefault()
/**
 * The entry for wallets on phones. It is shown whenever `walletConnect` is configured, even if no
 * list names it.
 */
export const WALLET_CONNECT_PROVIDER: ProviderInfo = {
  id: remoteId,
  name: 'WalletConnect',
  webUrl: 'https://walletconnect.com/',
}

function providersByDefault(): readonly ProviderInfo[] {
  return Object.entries(installLinks).map(
    ([id, { web, chrome, firefox, android, ios, isOpened }]) => ({
      id,
      name: wallets.find(({ path }) => path === id)?.name ?? id,
      // Some wallets run in a web page of their own instead of an extension: then `chrome` is the
      // address of that page.
      webUrl: (isOpened && chrome) || web,
      ...(chrome && !isOpened && { chromeWebStoreUrl: chrome }),
      ...(firefox && { mozillaAddOnsUrl: firefox }),
      ...(android && { googlePlayStoreUrl: android }),
      ...(ios && { iOSAppStoreUrl: ios }),
    }),
  )
}
