import type { Connector, Stop, WalletIdentity } from '@latchkey/core'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { type Entry, readRegistry } from '@latchkey/wbip'
import type { StandardEntry } from '../standard/standard-wallet.ts'
import type { ConnectorIdentity, DiscoveryRun, FoundWallet, MakeConnector } from './found.ts'

// Milliseconds after which the page is searched again, because wallets may be installed a moment
// after it starts.
const discoveryDelaysMs = [200, 400, 600]

/**
 * The features that a wallet's connector offers. A wallet with a separate object for each network
 * cannot switch chains.
 */
const supportedMethods = ({ manner }: Entry) =>
  (['signMessage', 'transfer', 'request', 'switchChain'] as const).slice(
    0,
    manner === 'okx' ? 3 : 4,
  )

/**
 * Prepares the discovery of one adapter's wallets. The found wallets are remembered, so that a
 * second start reports the same connectors.
 */
export function openDiscovery(
  page: () => object | undefined,
  load: (identity: ConnectorIdentity, wallet: Entry | StandardEntry) => Promise<Connector>,
): (onFound: (connector: Connector) => void) => Stop {
  const knownWallets: FoundWallet[] = []
  const makeConnector: MakeConnector = (identity, verbs, wallet) =>
    lazyConnector({ ...identity, namespaces: ['bip122'], verbs }, () => load(identity, wallet))
  const addEntry = (entry: Entry) => {
    const { path, name, icon, isListed, isBitcoinOnly } = entry
    const wallet: WalletIdentity = {
      name,
      ...(icon && { icon }),
      keys: [path],
      origin: isListed ? 'announced' : 'injected',
    }
    const identity = { id: `bip122:${path}`, wallet, ...(!isBitcoinOnly && { together: path }) }
    const connector = makeConnector(identity, supportedMethods(entry), entry)
    const knownIndex = knownWallets.findIndex((knownWallet) => knownWallet.path === path)
    // When a wallet installs a new object at the same path, it replaces the earlier object.
    knownWallets[knownIndex < 0 ? knownWallets.length : knownIndex] = { ...entry, connector }
    return connector
  }
  return (onFound) => {
    const eventTarget = page()
    if (!eventTarget) return () => {}
    const discoveryRun: DiscoveryRun = {}
    for (const { connector } of knownWallets) {
      onFound(connector)
    }
    const reportEntries = () => {
      if (discoveryRun.isOver) return
      for (const entry of readRegistry(eventTarget)) {
        if (!knownWallets.some((knownWallet) => knownWallet.provider === entry.provider))
          onFound(addEntry(entry))
      }
    }
    reportEntries()
    for (const delayMs of discoveryDelaysMs) {
      setTimeout(reportEntries, delayMs)
    }
    import('../standard/discover-standard.ts').then(
      (file) =>
        file.discoverStandard(eventTarget, onFound, {
          known: knownWallets,
          make: makeConnector,
          run: discoveryRun,
        }),
      // When the module for Wallet Standard cannot be loaded, the wallets in the WBIP registries
      // are still found.
      () => {},
    )
    return () => {
      discoveryRun.isOver = true
      discoveryRun.stop?.()
    }
  }
}
