/** The addresses where a wallet can be installed. */
export interface InstallLinks {
  readonly web: string
  readonly chrome?: string
  readonly firefox?: string
  readonly android?: string
  readonly ios?: string
  /**
   * Whether the wallet runs as its own web page, which the visitor opens instead of installing it.
   */
  readonly isOpened?: boolean
}

/**
 * The install links of each wallet, by the dotted path that identifies the wallet in catalogues.
 */
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
