/** Where a wallet is to be had. */
export interface InstallLinks {
  readonly web: string
  readonly chrome?: string
  readonly firefox?: string
  readonly android?: string
  readonly ios?: string
  /** It runs inside of its own page, which the visitor opens instead of installing something. */
  readonly isOpened?: boolean
}
/** What a page runs on, as far as install links go. */
export type Platform = 'ios' | 'android' | 'firefox' | 'chrome' | 'other'

/** By the dotted path that catalogues know a wallet by. */
export const installLinks: Readonly<Record<string, InstallLinks>> = {
  LeatherProvider: {
    web: 'https://leather.io',
    chrome:
      'https://chrome.google.com/webstore/detail/hiro-wallet/ldinpeekobnhjjdofggfgjlcehhmanlj',
    firefox: 'https://leather.io/install-extension',
  },
  'XverseProviders.BitcoinProvider': {
    web: 'https://xverse.app',
    chrome:
      'https://chrome.google.com/webstore/detail/xverse-wallet/idnnbdplmphpflfnlkomgpfbpcgelopg',
    firefox: 'https://www.xverse.app/download',
    android: 'https://play.google.com/store/apps/details?id=com.secretkeylabs.xverse',
    ios: 'https://apps.apple.com/app/xverse-bitcoin-web3-wallet/id1552272513',
  },
  AsignaProvider: { web: 'https://asigna.io', chrome: 'https://stx.asigna.io/', isOpened: true },
  'FordefiProviders.UtxoProvider': {
    web: 'https://www.fordefi.com/',
    chrome: 'https://chromewebstore.google.com/detail/fordefi/hcmehenccjdmfbojapcbcofkgdpbnlle',
  },
}

/** The link for a platform: its own store, else the nearest that helps there. */
export function installLink(
  { web, chrome, firefox, android, ios }: InstallLinks,
  platform: Platform,
): string {
  const browser = chrome ?? firefox
  const mobile = ios ?? android
  switch (platform) {
    case 'ios':
      return ios ?? browser ?? web
    case 'android':
      return android ?? browser ?? web
    case 'chrome':
      return chrome ?? mobile ?? web
    case 'firefox':
      return firefox ?? mobile ?? web
    default:
      return browser ?? web
  }
}

/**
 * The platform of a user agent; tablets of Apple that say they are desktops are told by `hasTouch`.
 */
export function platformOf(userAgent: string, hasTouch: boolean = false): Platform {
  if (/iphone|ipad|ipod/i.test(userAgent) || (/macintosh/i.test(userAgent) && hasTouch))
    return 'ios'
  if (/android/i.test(userAgent)) return 'android'
  if (/firefox/i.test(userAgent)) return 'firefox'
  return /chrome|chromium|crios/i.test(userAgent) ? 'chrome' : 'other'
}
