import type { Connector, ConnectorEvent, ConnectRequest, Session, WalletIdentity } from '@latchkey/core'
import { addressOf, chainOf, LatchkeyError } from '@latchkey/protocol'
import { chainOfNetworkName, type Entry, networkName } from '@latchkey/wbip'
import { readAddresses, request } from '@latchkey/wbip/request'
import { type ProviderEvent, watchProvider } from '@latchkey/wbip/watch'
import { sessionOf } from './session.ts'

/** A connector of one wallet on the page. It asks that object and no other, for as long as it lives. */
export function connector(id: string, wallet: WalletIdentity, entry: Entry): Connector {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const held: {
    session?: Session | undefined
    chains: ConnectRequest['chains']
    stop?: (() => void) | undefined
    missed?: ConnectorEvent | undefined
  } = { chains: [] }

  const tell = (event: ConnectorEvent) => {
    if (listeners.size === 0) held.missed = event
    for (const listener of [...listeners]) listener(event)
  }
  const end = (error?: unknown) => {
    held.session = undefined
    tell(error === undefined ? { type: 'end' } : { type: 'end', error })
  }
  const hear = (event: ProviderEvent, payload: unknown) => {
    const before = held.session
    if (!before) return
    const addresses = event === 'end' ? undefined : readAddresses(payload)
    // Who does not say which accounts there are now cannot be shown with the old ones.
    if (!addresses) return end()
    const ids = held.chains.map((chain) => chain.id)
    const named = (payload as { bitcoin?: { name?: unknown } }).bitcoin?.name
    const chain = chainOfNetworkName(entry.manner, named, ids) ?? chainOf(before.selected)
    try {
      const session = sessionOf(addresses, chain, ids)
      if (JSON.stringify(session) === JSON.stringify(before)) return
      held.session = session
      tell({ type: 'session', session, reason: event === 'network' ? 'chain' : 'accounts' })
    } catch (error) {
      end(error)
    }
  }
  const attach = () => {
    held.stop ??= watchProvider(entry.provider, hear)
  }
  const detach = () => {
    held.stop?.()
    held.stop = undefined
  }

  const ask = async ({ chains, silent, signal }: ConnectRequest): Promise<Session> => {
    if (silent) {
      if (held.session) return held.session
      throw new LatchkeyError('account-missing', { reason: 'this wallet tells no account without being asked' })
    }
    const ids = chains.map((chain) => chain.id)
    const wished = ids.find((chain) => networkName(entry.manner, chain) !== undefined)
    if (!wished) throw new LatchkeyError('chain-unsupported', { reason: 'the wallet has none of these networks' })
    const network = networkName(entry.manner, wished)
    const { addresses } = await request(
      entry,
      'getAddresses',
      { network, purposes: ['payment', 'ordinals'] },
      { signal },
    )
    return sessionOf(addresses, wished, ids)
  }

  return {
    id,
    namespaces: ['bip122'],
    wallet,
    features: {
      async signMessage({ account, message, signal }) {
        const granted = held.session?.accounts.find((one) => one.account === account)
        if (!granted) throw new LatchkeyError('account-missing', { reason: 'the wallet did not grant this account' })
        const text = typeof message === 'string' ? message : new TextDecoder('utf-8', { fatal: true }).decode(message)
        const protocol = granted.type === 'ordinals' ? 'BIP322' : 'ECDSA'
        const params = { address: addressOf(account), message: text, protocol } as const
        const { signature } = await request(entry, 'signMessage', params, { signal })
        return { signature }
      },
    },
    async connect(parameters) {
      attach()
      held.chains = parameters.chains
      try {
        const session = await ask(parameters)
        held.session = session
        held.missed = undefined
        return { sessions: [session] }
      } catch (error) {
        if (listeners.size === 0) detach()
        held.session = undefined
        throw error
      }
    },
    async disconnect() {
      detach()
      held.session = held.missed = undefined
      // Some wallets never answer this one, or lack it: 100 ms are enough for those that do.
      await request(entry, 'wallet_disconnect', undefined, { signal: AbortSignal.timeout(100) }).catch(() => {})
    },
    watch(listener) {
      listeners.add(listener)
      attach()
      const { missed } = held
      held.missed = undefined
      // What happened between the grant and the first listener.
      if (missed) queueMicrotask(() => listeners.has(listener) && listener(missed))
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) detach()
      }
    },
  }
}
