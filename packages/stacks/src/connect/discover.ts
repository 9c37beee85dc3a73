import type { Connector, Stop, WalletIdentity } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { type Entry, readRegistry } from '@latchkey/wbip'

/**
 * How many times the page is searched for wallets, and at which interval in milliseconds: wallets
 * may be installed a moment after the page starts.
 */
const discoveryRounds = { count: 3, everyMs: 200 }
const verbs = ['signMessage', 'switchChain', 'transfer', 'request'] as const

/**
 * Discovers the wallets for one adapter. The found wallets are remembered, so that a second start
 * reports the same connectors.
 */
export function openDiscovery(
  page: () => object | undefined,
  load: (id: string, wallet: WalletIdentity, entry: Entry) => Promise<Connector>,
  guard: Guard,
): (onFound: (connector: Connector) => void) => Stop {
  const knownWallets: { readonly entry: Entry; readonly connector: Connector }[] = []
  const addEntry = (entry: Entry) => {
    const { path, name, icon, isListed } = entry
    const origin = isListed ? ('announced' as const) : ('injected' as const)
    const wallet = { name, ...(icon && { icon }), keys: [path], origin }
    const id = `stacks:${path}`
    const connector = lazyConnector(
      { id, namespaces: ['stacks'], wallet, together: path, verbs },
      () => load(id, wallet, entry),
      guard,
    )
    const entryIndex = knownWallets.findIndex((knownWallet) => knownWallet.entry.path === path)
    // When a wallet installs a new object at the same path, it replaces the earlier object.
    knownWallets.splice(entryIndex < 0 ? knownWallets.length : entryIndex, entryIndex < 0 ? 0 : 1, {
      entry,
      connector,
    })
    return connector
  }
  return (onFound) => {
    const pageWindow = page()
    if (!pageWindow) return () => {}
    const timerState: { timer?: ReturnType<typeof setTimeout> } = {}
    for (const { connector } of knownWallets) {
      onFound(connector)
    }
    const reportEntries = (roundsLeft: number) => {
      for (const entry of readRegistry(pageWindow)) {
        if (
          entry.isBitcoinOnly ||
          knownWallets.some((knownWallet) => knownWallet.entry.provider === entry.provider)
        )
          continue
        onFound(addEntry(entry))
      }
      if (roundsLeft > 0)
        timerState.timer = setTimeout(reportEntries, discoveryRounds.everyMs, roundsLeft - 1)
    }
    reportEntries(discoveryRounds.count)
    return () => clearTimeout(timerState.timer)
  }
}
