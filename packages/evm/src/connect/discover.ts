import type { Connector, Stop, WalletIdentity } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { readAnnouncement } from './announcement.ts'
import { isProvider } from './is-provider.ts'
import type { Provider } from './provider.ts'

/** More wallets than any page has; a hostile one could announce itself without end. */
const limit = 100
const verbs = [
  'signMessage',
  'switchChain',
  'transfer',
  'sendCall',
  'capabilities',
  'request',
] as const

interface FoundWallet {
  readonly provider: Provider
  connector: Connector
}

/**
 * Discovery of one adapter. It keeps what it found, so that a second start reports the same
 * connectors.
 */
export function openDiscovery(
  page: () => EventTarget | undefined,
  load: (id: string, wallet: WalletIdentity, provider: Provider) => Promise<Connector>,
  guard: Guard,
): (found: (connector: Connector) => void) => Stop {
  const known: FoundWallet[] = []
  const connectorOf = (id: string, wallet: WalletIdentity, provider: Provider): Connector =>
    lazyConnector(
      { id, namespaces: ['eip155'], wallet, verbs },
      () => load(id, wallet, provider),
      guard,
    )

  return (found) => {
    const target = page()
    if (!target) return () => {}
    for (const entry of known) {
      found(entry.connector)
    }

    const reportFound = (entry: FoundWallet) => {
      if (!known.includes(entry)) known.push(entry)
      found(entry.connector)
    }
    const hearAnnouncement = (event: Event) => {
      const wallet = readAnnouncement((event as CustomEvent<unknown>).detail)
      if (!wallet) return
      const { rdns, name, icon, provider } = wallet
      const identity = { name, ...(icon && { icon }), keys: [rdns], origin: 'announced' as const }
      const entry = known.find((other) => other.provider === provider)
      if (entry) {
        // A wallet found as `window.ethereum` may announce its name later: its row is updated.
        if (entry.connector.wallet.origin !== 'injected') return
        entry.connector = { ...entry.connector, wallet: identity }
        return reportFound(entry)
      }
      if (known.length >= limit) return
      const twins = known.filter(({ connector }) => connector.wallet.keys.includes(rdns))
      for (const twin of twins) {
        if (twin.connector.wallet.isAmbiguous) continue
        twin.connector = {
          ...twin.connector,
          wallet: { ...twin.connector.wallet, isAmbiguous: true },
        }
        reportFound(twin)
      }
      const id = `announced:${rdns}${twins.length > 0 ? `:${twins.length + 1}` : ''}`
      reportFound({
        provider,
        connector: connectorOf(
          id,
          { ...identity, ...(twins.length > 0 && { isAmbiguous: true }) },
          provider,
        ),
      })
    }
    const reportInjected = () => {
      for (const provider of injectedProviders(target)) {
        if (known.length >= limit || known.some((other) => other.provider === provider)) continue
        const count = known.filter(({ connector }) => connector.id.startsWith('injected:')).length
        const name = count > 0 ? `Browser wallet ${count + 1}` : 'Browser wallet'
        const id = `injected:ethereum${count > 0 ? `:${count + 1}` : ''}`
        reportFound({
          provider,
          connector: connectorOf(id, { name, keys: [], origin: 'injected' }, provider),
        })
      }
    }

    const listening = new AbortController()
    const { signal } = listening
    target.addEventListener('eip6963:announceProvider', hearAnnouncement, { signal })
    target.dispatchEvent(new Event('eip6963:requestProvider'))
    // Wallets announce themselves during the call above; only what is left at `window.ethereum` is
    // another wallet.
    reportInjected()
    for (const event of ['ethereum#initialized', 'load']) {
      target.addEventListener(event, reportInjected, { signal })
    }
    return () => listening.abort()
  }
}

/**
 * `window.ethereum`, or each of its `providers`, because an object that wraps several would choose
 * one of them itself.
 */
function injectedProviders(page: EventTarget): readonly Provider[] {
  try {
    const { ethereum } = page as { ethereum?: { providers?: unknown } }
    const several = Array.isArray(ethereum?.providers)
      ? ethereum.providers.slice(0, limit).filter(isProvider)
      : []
    if (several.length > 0) return several
    return isProvider(ethereum) ? [ethereum] : []
  } catch {
    return []
  }
}
