import type { Connector, Features, Stop, WalletIdentity } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { injectedProviders, type LegacyProvider } from './injected.ts'
import { type Registration, readRegistration, type StandardWallet } from './standard-wallet.ts'

/**
 * Maximum number of wallets, more than any page has. Without it, a hostile script could register
 * wallets without end.
 */
const maxWallets = 100

interface FoundWallet {
  wallet: object
  connector: Connector
}

/**
 * Discovers the wallets for one adapter: those that register by Wallet Standard's two window
 * events, before or after the adapter starts, and, once the page is loaded, those that are only on
 * `window`.
 */
export function openDiscovery(
  page: () => EventTarget | undefined,
  load: (
    id: string,
    identity: WalletIdentity,
    wallet: StandardWallet | LegacyProvider,
  ) => Promise<Connector>,
  guard: Guard,
): (onFound: (connector: Connector) => void) => Stop {
  const foundWallets: FoundWallet[] = []

  return (onFound) => {
    const pageWindow = page()
    if (!pageWindow) return () => {}
    const discoveryState = { isOver: false }
    for (const entry of foundWallets) {
      onFound(entry.connector)
    }

    const reportFound = (entry: FoundWallet) => {
      if (!foundWallets.includes(entry)) foundWallets.push(entry)
      onFound(entry.connector)
    }
    const addWallet = (object: unknown) => {
      const registration = readRegistration(object)
      if (
        !registration ||
        foundWallets.length >= maxWallets ||
        foundWallets.some(({ wallet }) => wallet === object)
      )
        return
      const wallet = object as StandardWallet
      const { name, icon } = registration
      const makeConnector = (id: string, extraIdentity: Partial<WalletIdentity>) => {
        const identity: WalletIdentity = {
          name,
          ...(icon && { icon }),
          keys: [name],
          origin: 'announced',
          ...extraIdentity,
        }
        return lazyConnector(
          { id, namespaces: ['solana'], wallet: identity, verbs: supportedFeatures(registration) },
          () => load(id, identity, wallet),
          guard,
        )
      }
      const sameWallet = foundWallets.find(({ connector }) => connector.wallet.keys.includes(name))
      if (sameWallet?.connector.wallet.origin === 'injected') {
        // A wallet found on `window` may register later: its entry then uses the registered object.
        sameWallet.wallet = wallet
        sameWallet.connector = makeConnector(sameWallet.connector.id, {})
        return reportFound(sameWallet)
      }
      const namesakes = foundWallets.filter(({ connector }) => connector.wallet.keys.includes(name))
      for (const namesake of namesakes) {
        if (namesake.connector.wallet.isAmbiguous) continue
        namesake.connector = {
          ...namesake.connector,
          wallet: { ...namesake.connector.wallet, isAmbiguous: true },
        }
        reportFound(namesake)
      }
      const takenIds = new Set(foundWallets.map(({ connector }) => connector.id))
      const baseId = `standard:solana:${encodeURIComponent(name)}`
      const numberedIds = Array.from({ length: maxWallets + 1 }, (_, i) =>
        i === 0 ? baseId : `${baseId}:${i + 1}`,
      )
      const id = numberedIds.find((candidate) => !takenIds.has(candidate)) ?? baseId
      reportFound({
        wallet,
        connector: makeConnector(id, namesakes.length > 0 ? { isAmbiguous: true } : {}),
      })
    }
    const reportInjected = () => {
      for (const { provider, name } of injectedProviders(pageWindow)) {
        const keys = name ? [name] : []
        const isAlreadyFound = foundWallets.some(
          (otherWallet) =>
            otherWallet.wallet === provider || keys.includes(otherWallet.connector.wallet.name),
        )
        // A provider without a name is on a path that several wallets use. If any wallet was found
        // before, the provider is assumed to be one of them and is not listed again.
        if (
          isAlreadyFound ||
          (!name && foundWallets.length > 0) ||
          foundWallets.length >= maxWallets
        )
          continue
        const identity: WalletIdentity = {
          name: name ?? 'Browser wallet',
          keys,
          origin: 'injected',
        }
        const id = name ? `standard:solana:${encodeURIComponent(name)}` : 'injected:solana'
        const verbs = [
          ...(typeof provider.signMessage === 'function' ? (['signMessage'] as const) : []),
          ...(typeof provider.signTransaction === 'function'
            ? (['transfer', 'request'] as const)
            : []),
        ]
        const connector = lazyConnector(
          { id, namespaces: ['solana'], wallet: identity, verbs },
          () => load(id, identity, provider),
          guard,
        )
        reportFound({ wallet: provider, connector })
      }
    }
    const registrationApi = Object.freeze({
      register(...wallets: readonly unknown[]): Stop {
        if (discoveryState.isOver) return () => {}
        const registeredWallets = wallets.slice(0, maxWallets)
        registeredWallets.forEach(addWallet)
        // A wallet that unregisters is no longer reported to new callers; callers that already know
        // it still list it.
        return () => {
          for (const object of registeredWallets) {
            const foundIndex = foundWallets.findIndex(({ wallet }) => wallet === object)
            if (foundIndex >= 0) foundWallets.splice(foundIndex, 1)
          }
        }
      },
    })
    const handleRegistration = (event: Event) => {
      try {
        ;(event as CustomEvent<(app: typeof registrationApi) => void>).detail(registrationApi)
      } catch {
        // A wallet whose registration throws is ignored.
      }
    }
    pageWindow.addEventListener('wallet-standard:register-wallet', handleRegistration)
    pageWindow.dispatchEvent(
      new CustomEvent('wallet-standard:app-ready', { detail: registrationApi }),
    )
    // While the page loads, wallets may still register, so `window` is searched only afterwards.
    const isLoading =
      (pageWindow as { document?: { readyState?: unknown } }).document?.readyState === 'loading'
    if (!isLoading) reportInjected()
    pageWindow.addEventListener('load', reportInjected)
    return () => {
      discoveryState.isOver = true
      pageWindow.removeEventListener('load', reportInjected)
      pageWindow.removeEventListener('wallet-standard:register-wallet', handleRegistration)
    }
  }
}

function supportedFeatures(registration: Registration): readonly (keyof Features)[] {
  return [
    ...(registration.canSignMessage ? (['signMessage'] as const) : []),
    ...(registration.canSignIn ? (['signIn', 'signInText'] as const) : []),
    ...(registration.canSend ? (['transfer', 'request'] as const) : []),
  ]
}
