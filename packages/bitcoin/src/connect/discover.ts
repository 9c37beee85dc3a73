import type { Connector, Stop, WalletIdentity } from '@latchkey/core'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { type Entry, readRegistry } from '@latchkey/wbip'
import type { StandardEntry } from '../standard/standard-wallet.ts'
import type { DiscoveryRun, Face, FoundWallet, Make } from './found.ts'

// Milliseconds after which the page is searched again, because wallets may be installed a moment
// after it starts.
const looksMs = [200, 400, 600]

/** Some wallets have a separate object for each network, and cannot switch. */
const verbsOf = ({ manner }: Entry) =>
  (['signMessage', 'transfer', 'request', 'switchChain'] as const).slice(
    0,
    manner === 'okx' ? 3 : 4,
  )

/**
 * Discovery of one adapter. It keeps what it found, so that a second start reports the same
 * connectors.
 */
export function openDiscovery(
  page: () => object | undefined,
  load: (face: Face, wallet: Entry | StandardEntry) => Promise<Connector>,
): (found: (connector: Connector) => void) => Stop {
  const known: FoundWallet[] = []
  const makeConnector: Make = (face, verbs, wallet) =>
    lazyConnector({ ...face, namespaces: ['bip122'], verbs }, () => load(face, wallet))
  const learnEntry = (entry: Entry) => {
    const { path, name, icon, isListed, isBitcoinOnly } = entry
    const wallet: WalletIdentity = {
      name,
      ...(icon && { icon }),
      keys: [path],
      origin: isListed ? 'announced' : 'injected',
    }
    const face = { id: `bip122:${path}`, wallet, ...(!isBitcoinOnly && { together: path }) }
    const connector = makeConnector(face, verbsOf(entry), entry)
    const at = known.findIndex((other) => other.path === path)
    // A new object at the same path replaces the earlier one.
    known[at < 0 ? known.length : at] = { ...entry, connector }
    return connector
  }
  return (found) => {
    const target = page()
    if (!target) return () => {}
    const held: DiscoveryRun = {}
    for (const { connector } of known) {
      found(connector)
    }
    const reportEntries = () => {
      if (held.isOver) return
      for (const entry of readRegistry(target)) {
        if (!known.some((other) => other.provider === entry.provider)) found(learnEntry(entry))
      }
    }
    reportEntries()
    for (const ms of looksMs) {
      setTimeout(reportEntries, ms)
    }
    import('../standard/discover-standard.ts').then(
      (file) => file.discoverStandard(target, found, { known, make: makeConnector, held }),
      // When that module cannot be loaded, the wallets of the registries are still found.
      () => {},
    )
    return () => {
      held.isOver = true
      held.stop?.()
    }
  }
}
