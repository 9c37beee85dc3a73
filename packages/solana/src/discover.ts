import type { Connector, Features, Stop, WalletIdentity } from '@latchkey/core'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import { type Registration, readRegistration, type StandardWallet } from './standard-wallet.ts'

/** No page has more wallets; a hostile one could register without end. */
const limit = 100

interface Found {
  readonly wallet: StandardWallet
  connector: Connector
}

/** Discovery of one adapter by Wallet Standard's two window events: wallets that are there and wallets that come late. */
export function discovery(
  page: () => EventTarget | undefined,
  load: (id: string, identity: WalletIdentity, wallet: StandardWallet) => Promise<Connector>,
): (found: (connector: Connector) => void) => Stop {
  const known: Found[] = []

  return (found) => {
    const target = page()
    if (!target) return () => {}
    const held = { isOver: false }
    for (const entry of known) found(entry.connector)

    const report = (entry: Found) => {
      if (!known.includes(entry)) known.push(entry)
      found(entry.connector)
    }
    const add = (object: unknown) => {
      const read = readRegistration(object)
      if (!read || known.length >= limit || known.some(({ wallet }) => wallet === object)) return
      const wallet = object as StandardWallet
      const { name, icon } = read
      const twins = known.filter(({ connector }) => connector.wallet.keys.includes(name))
      for (const twin of twins) {
        if (twin.connector.wallet.isAmbiguous) continue
        twin.connector = { ...twin.connector, wallet: { ...twin.connector.wallet, isAmbiguous: true } }
        report(twin)
      }
      const taken = new Set(known.map(({ connector }) => connector.id))
      const base = `standard:solana:${encodeURIComponent(name)}`
      const numbers = Array.from({ length: limit + 1 }, (_, i) => (i === 0 ? base : `${base}:${i + 1}`))
      const id = numbers.find((one) => !taken.has(one)) ?? base
      const identity: WalletIdentity = {
        name,
        ...(icon && { icon }),
        keys: [name],
        origin: 'announced',
        ...(twins.length > 0 && { isAmbiguous: true }),
      }
      const connector = lazyConnector({ id, namespaces: ['solana'], wallet: identity, verbs: verbsOf(read) }, () =>
        load(id, identity, wallet),
      )
      report({ wallet, connector })
    }
    const api = Object.freeze({
      register(...wallets: readonly unknown[]): Stop {
        if (held.isOver) return () => {}
        const registered = wallets.slice(0, limit)
        registered.forEach(add)
        // What is unregistered stays with those who have seen it, and is told to nobody else.
        return () => {
          for (const object of registered) {
            const at = known.findIndex(({ wallet }) => wallet === object)
            if (at >= 0) known.splice(at, 1)
          }
        }
      },
    })
    const registered = (event: Event) => {
      try {
        ;(event as CustomEvent<(app: typeof api) => void>).detail(api)
      } catch {
        // A wallet that cannot register is none.
      }
    }
    target.addEventListener('wallet-standard:register-wallet', registered)
    target.dispatchEvent(new CustomEvent('wallet-standard:app-ready', { detail: api }))
    return () => {
      held.isOver = true
      target.removeEventListener('wallet-standard:register-wallet', registered)
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
