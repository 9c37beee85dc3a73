import type { Connector, Stop, WalletIdentity } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { type Entry, readRegistry } from '@latchkey/wbip'

/**
 * Number of searches of the page and milliseconds between them, because wallets may be installed a
 * moment after it starts.
 */
const looks = { count: 3, everyMs: 200 }
const verbs = ['signMessage', 'switchChain', 'transfer', 'request'] as const

/**
 * Discovery of one adapter. It keeps what it found, so that a second start reports the same
 * connectors.
 */
export function openDiscovery(
  page: () => object | undefined,
  load: (id: string, wallet: WalletIdentity, entry: Entry) => Promise<Connector>,
  guard: Guard,
): (found: (connector: Connector) => void) => Stop {
  const known: { readonly entry: Entry; readonly connector: Connector }[] = []
  const learnEntry = (entry: Entry) => {
    const { path, name, icon, isListed } = entry
    const origin = isListed ? ('announced' as const) : ('injected' as const)
    const wallet = { name, ...(icon && { icon }), keys: [path], origin }
    const id = `stacks:${path}`
    const connector = lazyConnector(
      { id, namespaces: ['stacks'], wallet, together: path, verbs },
      () => load(id, wallet, entry),
      guard,
    )
    const at = known.findIndex((other) => other.entry.path === path)
    // A new object at the same path replaces the earlier one.
    known.splice(at < 0 ? known.length : at, at < 0 ? 0 : 1, { entry, connector })
    return connector
  }
  return (found) => {
    const target = page()
    if (!target) return () => {}
    const held: { timer?: ReturnType<typeof setTimeout> } = {}
    for (const { connector } of known) {
      found(connector)
    }
    const reportEntries = (left: number) => {
      for (const entry of readRegistry(target)) {
        if (entry.isBitcoinOnly || known.some((other) => other.entry.provider === entry.provider))
          continue
        found(learnEntry(entry))
      }
      if (left > 0) held.timer = setTimeout(reportEntries, looks.everyMs, left - 1)
    }
    reportEntries(looks.count)
    return () => clearTimeout(held.timer)
  }
}
