import type { Connector, Features, Stop, WalletIdentity } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { injectedProviders, type LegacyProvider } from './injected.ts'
import { type Registration, readRegistration, type StandardWallet } from './standard-wallet.ts'

/** No page has more wallets; a hostile one could register without end. */
const limit = 100

interface FoundWallet {
  wallet: object
  connector: Connector
}

/**
 * Discovery of one adapter: by Wallet Standard's two window events, wallets that are there and
 * wallets that come late; and what stands on `window` once the page is loaded, where the wallet has
 * not announced itself.
 */
export function openDiscovery(
  page: () => EventTarget | undefined,
  load: (
    id: string,
    identity: WalletIdentity,
    wallet: StandardWallet | LegacyProvider,
  ) => Promise<Connector>,
  guard: Guard,
): (found: (connector: Connector) => void) => Stop {
  const known: FoundWallet[] = []

  return (found) => {
    const target = page()
    if (!target) return () => {}
    const held = { isOver: false }
    for (const entry of known) {
      found(entry.connector)
    }

    const reportFound = (entry: FoundWallet) => {
      if (!known.includes(entry)) known.push(entry)
      found(entry.connector)
    }
    const addWallet = (object: unknown) => {
      const read = readRegistration(object)
      if (!read || known.length >= limit || known.some(({ wallet }) => wallet === object)) return
      const wallet = object as StandardWallet
      const { name, icon } = read
      const connectorOf = (id: string, more: Partial<WalletIdentity>) => {
        const identity: WalletIdentity = {
          name,
          ...(icon && { icon }),
          keys: [name],
          origin: 'announced',
          ...more,
        }
        return lazyConnector(
          { id, namespaces: ['solana'], wallet: identity, verbs: verbsOf(read) },
          () => load(id, identity, wallet),
          guard,
        )
      }
      const same = known.find(({ connector }) => connector.wallet.keys.includes(name))
      if (same?.connector.wallet.origin === 'injected') {
        // A wallet first seen on `window` announces itself late: the same row, better known.
        same.wallet = wallet
        same.connector = connectorOf(same.connector.id, {})
        return reportFound(same)
      }
      const twins = known.filter(({ connector }) => connector.wallet.keys.includes(name))
      for (const twin of twins) {
        if (twin.connector.wallet.isAmbiguous) continue
        twin.connector = {
          ...twin.connector,
          wallet: { ...twin.connector.wallet, isAmbiguous: true },
        }
        reportFound(twin)
      }
      const taken = new Set(known.map(({ connector }) => connector.id))
      const base = `standard:solana:${encodeURIComponent(name)}`
      const numbers = Array.from({ length: limit + 1 }, (_, i) =>
        i === 0 ? base : `${base}:${i + 1}`,
      )
      const id = numbers.find((one) => !taken.has(one)) ?? base
      reportFound({
        wallet,
        connector: connectorOf(id, twins.length > 0 ? { isAmbiguous: true } : {}),
      })
    }
    const reportInjected = () => {
      for (const { provider, name } of injectedProviders(target)) {
        const keys = name ? [name] : []
        const isKnown = known.some(
          (other) => other.wallet === provider || keys.includes(other.connector.wallet.name),
        )
        // What has no name of its own stands where all put themselves: it is one of those that are
        // known.
        if (isKnown || (!name && known.length > 0) || known.length >= limit) continue
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
    const api = Object.freeze({
      register(...wallets: readonly unknown[]): Stop {
        if (held.isOver) return () => {}
        const registered = wallets.slice(0, limit)
        registered.forEach(addWallet)
        // What is unregistered stays with those who have seen it, and is told to nobody else.
        return () => {
          for (const object of registered) {
            const at = known.findIndex(({ wallet }) => wallet === object)
            if (at >= 0) known.splice(at, 1)
          }
        }
      },
    })
    const hearRegistration = (event: Event) => {
      try {
        ;(event as CustomEvent<(app: typeof api) => void>).detail(api)
      } catch {
        // A wallet that cannot register is none.
      }
    }
    target.addEventListener('wallet-standard:register-wallet', hearRegistration)
    target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    // While the page loads a wallet may still announce itself.
    const isLoading =
      (target as { document?: { readyState?: unknown } }).document?.readyState === 'loading'
    if (!isLoading) reportInjected()
    target.addEventListener('load', reportInjected)
    return () => {
      held.isOver = true
      target.removeEventListener('load', reportInjected)
      target.removeEventListener('wallet-standard:register-wallet', hearRegistration)
    }
  }
}

function verbsOf(read: Registration): readonly (keyof Features)[] {
  return [
    ...(read.canSignMessage ? (['signMessage'] as const) : []),
    ...(read.canSignIn ? (['signIn'] as const) : []),
    ...(read.canSend ? (['transfer', 'request'] as const) : []),
  ]
}
