import type { Connector, Stop, WalletIdentity } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { readAnnouncement } from './announcement.ts'
import { isProvider } from './is-provider.ts'
import type { Provider } from './provider.ts'

/**
 * Maximum number of wallets that are listed. No page has so many, but a hostile wallet could
 * announce itself without end.
 */
const maxFoundWallets = 100
const featureNames = [
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
 * Makes the discovery of wallets for one adapter. It remembers what it found, so that a second
 * start reports the same connectors.
 */
export function openDiscovery(
  page: () => EventTarget | undefined,
  loadConnector: (id: string, wallet: WalletIdentity, provider: Provider) => Promise<Connector>,
  guard: Guard,
): (onFound: (connector: Connector) => void) => Stop {
  const foundWallets: FoundWallet[] = []
  const createConnector = (id: string, wallet: WalletIdentity, provider: Provider): Connector =>
    lazyConnector(
      { id, namespaces: ['eip155'], wallet, verbs: featureNames },
      () => loadConnector(id, wallet, provider),
      guard,
    )

  return (onFound) => {
    const pageWindow = page()
    if (!pageWindow) return () => {}
    for (const entry of foundWallets) {
      onFound(entry.connector)
    }

    const reportFound = (entry: FoundWallet) => {
      if (!foundWallets.includes(entry)) foundWallets.push(entry)
      onFound(entry.connector)
    }
    const handleAnnouncement = (event: Event) => {
      const wallet = readAnnouncement((event as CustomEvent<unknown>).detail)
      if (!wallet) return
      const { rdns, name, icon, provider } = wallet
      const identity = { name, ...(icon && { icon }), keys: [rdns], origin: 'announced' as const }
      const entry = foundWallets.find((other) => other.provider === provider)
      if (entry) {
        // A wallet that was first found at `window.ethereum` may announce its name later; its name,
        // icon and keys are then updated.
        if (entry.connector.wallet.origin !== 'injected') return
        entry.connector = { ...entry.connector, wallet: identity }
        return reportFound(entry)
      }
      if (foundWallets.length >= maxFoundWallets) return
      const walletsOfSameRdns = foundWallets.filter(({ connector }) =>
        connector.wallet.keys.includes(rdns),
      )
      for (const walletOfSameRdns of walletsOfSameRdns) {
        if (walletOfSameRdns.connector.wallet.isAmbiguous) continue
        walletOfSameRdns.connector = {
          ...walletOfSameRdns.connector,
          wallet: { ...walletOfSameRdns.connector.wallet, isAmbiguous: true },
        }
        reportFound(walletOfSameRdns)
      }
      const id = `announced:${rdns}${walletsOfSameRdns.length > 0 ? `:${walletsOfSameRdns.length + 1}` : ''}`
      reportFound({
        provider,
        connector: createConnector(
          id,
          { ...identity, ...(walletsOfSameRdns.length > 0 && { isAmbiguous: true }) },
          provider,
        ),
      })
    }
    const reportInjected = () => {
      for (const provider of injectedProviders(pageWindow)) {
        if (
          foundWallets.length >= maxFoundWallets ||
          foundWallets.some((other) => other.provider === provider)
        )
          continue
        const unnamedWalletCount = foundWallets.filter(({ connector }) =>
          connector.id.startsWith('injected:'),
        ).length
        const name =
          unnamedWalletCount > 0 ? `Browser wallet ${unnamedWalletCount + 1}` : 'Browser wallet'
        const id = `injected:ethereum${unnamedWalletCount > 0 ? `:${unnamedWalletCount + 1}` : ''}`
        reportFound({
          provider,
          connector: createConnector(id, { name, keys: [], origin: 'injected' }, provider),
        })
      }
    }

    const controller = new AbortController()
    const { signal } = controller
    pageWindow.addEventListener('eip6963:announceProvider', handleAnnouncement, { signal })
    pageWindow.dispatchEvent(new Event('eip6963:requestProvider'))
    // The wallets announce themselves while the event above is dispatched. A provider at
    // `window.ethereum` that none of them announced belongs to a further wallet.
    reportInjected()
    for (const event of ['ethereum#initialized', 'load']) {
      pageWindow.addEventListener(event, reportInjected, { signal })
    }
    return () => controller.abort()
  }
}

/**
 * Returns the providers at `window.ethereum`. When this object has a list `providers`, the list is
 * returned instead of the object, because an object that wraps several providers would choose one
 * of them itself.
 */
function injectedProviders(page: EventTarget): readonly Provider[] {
  try {
    const { ethereum } = page as { ethereum?: { providers?: unknown } }
    const providerList = Array.isArray(ethereum?.providers)
      ? ethereum.providers.slice(0, maxFoundWallets).filter(isProvider)
      : []
    if (providerList.length > 0) return providerList
    return isProvider(ethereum) ? [ethereum] : []
  } catch {
    return []
  }
}
