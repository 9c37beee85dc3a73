import { siteType } from '@latchkey/signer'
import { createWallet, type WalletStore } from '../wallet.ts'

/**
 * Tells the page that opened this window at once when its permissions change. Each message is
 * addressed to the origin whose permissions it contains, so the browser delivers it to no other.
 */
export function tellOpener(page: Window, store: WalletStore): () => void {
  const lastReportedState = { sites: store.readState().sites }
  return store.watch(() => {
    const previousSites = lastReportedState.sites
    const wallet = createWallet(store, async () => false)
    lastReportedState.sites = wallet.sites()
    const opener = page.opener as Window | null
    if (!opener) return
    for (const origin of new Set([
      ...Object.keys(previousSites),
      ...Object.keys(lastReportedState.sites),
    ])) {
      const site = lastReportedState.sites[origin]
      if (JSON.stringify(site) === JSON.stringify(previousSites[origin]) || !URL.canParse(origin))
        continue
      const chain = wallet.chains().find(({ id }) => id === site?.chain)
      opener.postMessage(
        { type: siteType, site: site && chain ? { ...site, rpcUrl: chain.rpcUrl } : null },
        origin,
      )
    }
  })
}
