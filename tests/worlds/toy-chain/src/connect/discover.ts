import type { Connector, Stop, WalletIdentity } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'
import { lazyConnector } from '@latchkey/core/lazy-connector'
import type { ToyProvider } from './provider.ts'

const verbs = ['signMessage', 'switchChain', 'transfer', 'request'] as const

/**
 * Discovery of one adapter: wallets announce themselves on the page. It keeps what it found, so
 * that a second start reports the same connectors.
 */
export function openDiscovery(
  page: () => EventTarget | undefined,
  load: (id: string, wallet: WalletIdentity, provider: ToyProvider) => Promise<Connector>,
  guard: Guard,
): (found: (connector: Connector) => void) => Stop {
  const known = new Map<ToyProvider, Connector>()
  return (found) => {
    const target = page()
    if (!target) return () => {}
    const reported = new Set<ToyProvider>()
    const hearWallet = (event: Event) => {
      const { detail } = event as CustomEvent<unknown>
      if (!isProvider(detail) || reported.has(detail)) return
      reported.add(detail)
      const connector = known.get(detail) ?? connectorOf(detail)
      known.set(detail, connector)
      found(connector)
    }
    const connectorOf = (provider: ToyProvider): Connector => {
      const { name } = provider
      const wallet = { name, keys: [], origin: 'announced' as const }
      const id = `toy:${name}`
      return lazyConnector(
        { id, namespaces: ['toy'], wallet, verbs },
        () => load(id, wallet, provider),
        guard,
      )
    }
    target.addEventListener('toy:wallet', hearWallet)
    target.dispatchEvent(new Event('toy:ask'))
    return () => target.removeEventListener('toy:wallet', hearWallet)
  }
}

function isProvider(value: unknown): value is ToyProvider {
  const { name, request, watch } = (value ?? {}) as Partial<ToyProvider>
  const isName = typeof name === 'string' && /^\w{1,32}$/.test(name)
  return isName && typeof request === 'function' && typeof watch === 'function'
}
