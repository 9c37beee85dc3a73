// Made by `node --import tsx scripts/catalog.ts` from packages/catalog/data. Do not edit.

/** Patterns with {url}, {origin} and {hostPath} of the page as they are, {enc} and {encOrigin} percent-encoded. */
export const browseLinks: Readonly<Record<string, string>> = {
  "metamask": "https://link.metamask.io/dapp/{hostPath}",
  "coinbase": "https://go.cb-w.com/dapp?cb_url={enc}",
  "trust": "https://link.trustwallet.com/open_url?url={enc}",
  "okx": "okx://wallet/dapp/url?dappUrl={enc}",
  "phantom": "https://phantom.app/ul/browse/{enc}?ref={encOrigin}",
  "bitget": "https://bkcode.vip?action=dapp&url={enc}",
  "bybit": "https://app.bybit.com/inapp?by_dp=bybitapp%3A%2F%2Fopen%2Froute%3FtargetUrl%3Dby%253A%252F%252Fweb3%252Ftab%252Findex%253Findex%253D0&by_web_link={enc}",
  "backpack": "backpack://ul/v1/browse/{enc}?ref={encOrigin}",
  "solflare": "https://solflare.com/ul/v1/browse/{enc}?ref={encOrigin}",
  "xverse": "xverse://browser?url={enc}",
  "imtoken": "imtokenv2://navigate/DappView?url={enc}",
  "keplr": "https://deeplink.keplr.app/web-browser?url={url}",
  "foxwallet": "foxwallet://dapp?url={enc}",
  "gate": "https://gateio.onelink.me/DmA6/web3?dapp_url={enc}",
}
