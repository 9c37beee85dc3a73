import type { Connector, ConnectorEvent, Features, RemoteSession, Session, WireNeeds } from '@latchkey/core'
import {
  type AccountId,
  accountId,
  type ChainId,
  chainOf,
  isAccountId,
  isDataIcon,
  LatchkeyError,
} from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { addressOfAccount } from './account.ts'
import { isAddress, isSameAddress } from './address.ts'
import type { Wire } from './wire.ts'

/** What a remote wallet is asked for: methods whose result differs from the node's, and those this adapter calls. */
export const wire: WireNeeds = {
  methods: [
    'eth_sendTransaction',
    'personal_sign',
    'eth_signTypedData_v4',
    'wallet_switchEthereumChain',
    'wallet_addEthereumChain',
    'wallet_getCapabilities',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'wallet_watchAsset',
  ],
  events: ['chainChanged', 'accountsChanged'],
}

/** A connector of somebody else's wire. Each request names its chain, so the present chain is ours to keep. */
export function remote(session: RemoteSession): Connector {
  const held: { accounts: readonly AccountId[]; chain?: ChainId | undefined; expiresAt: number } = {
    accounts: session.namespaces.eip155?.accounts ?? [],
    expiresAt: session.expiresAt,
  }
  const chains = session.namespaces.eip155?.chains ?? []
  const methods = session.methods.eip155 ?? []
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const current = (): Session | undefined => sessionOf(held.accounts, chains, held.chain, held.expiresAt)
  const tell = (reason: 'accounts' | 'chain' | 'expiry') => {
    const next = current()
    for (const listener of [...listeners]) listener(next ? { type: 'session', session: next, reason } : { type: 'end' })
  }
  const wire: Wire = {
    hasPresentChain: false,
    ask: (method, params, options) =>
      race(
        () => session.request(options.chain, method, params, options.signal ? { signal: options.signal } : {}),
        options.signal,
      ),
    nextChain: async () => {},
  }
  const has = (method: string) => methods.includes(method)
  const load = async () => (await import('./verbs.ts')).verbs
  const features: Features = {
    request: ({ chain, method, params, signal }) => wire.ask(method, params, { chain, ...(signal && { signal }) }),
    switchChain: async (parameters) => {
      const { chain } = parameters
      if (!chains.includes(chain.id)) {
        if (!has('wallet_switchEthereumChain')) throw new LatchkeyError('chain-unsupported', { reason: chain.id })
        await (await load()).switchChain({ ...wire, ask: askOn(wire, current) }, parameters)
      }
      held.chain = chain.id
      tell('chain')
    },
    ...(has('personal_sign') && { signMessage: async (parameters) => (await load()).signMessage(wire, parameters) }),
    ...(has('eth_sendTransaction') && {
      transfer: async (parameters) => (await load()).transfer(wire, parameters),
      sendCall: async (parameters) => (await load()).sendCall(wire, parameters),
    }),
    ...(has('wallet_getCapabilities') && {
      capabilities: async (parameters) => (await load()).capabilities(wire, parameters),
    }),
  }

  return {
    id: session.id,
    namespaces: ['eip155'],
    wallet: {
      name: session.peer.name.slice(0, 64),
      ...(isDataIcon(session.peer.icon) && { icon: session.peer.icon }),
      keys: [],
      origin: 'walletConnect',
    },
    features,
    async connect({ chains: wished, signal }) {
      if (signal.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
      held.chain ??= wished.find(({ id }) => held.accounts.some((account) => chainOf(account) === id))?.id
      const granted = current()
      if (!granted) throw new LatchkeyError('account-missing', { reason: 'the session holds no account of eip155' })
      return { sessions: [granted] }
    },
    disconnect: () => session.end('eip155'),
    watch(listener) {
      listeners.add(listener)
      const stop = session.watch((event) => {
        if (event.type === 'end') return listener({ type: 'end' })
        if (event.type === 'accounts' && event.namespace === 'eip155') held.accounts = event.accounts
        else if (event.type === 'chain' && event.chain.startsWith('eip155:')) held.chain = event.chain
        else if (event.type === 'expiry') held.expiresAt = event.expiresAt
        else return
        const next = current()
        listener(next ? { type: 'session', session: next, reason: event.type } : { type: 'end' })
      })
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}

/** A wallet is asked to switch on the chain it is on, since it may refuse requests that name a chain it lacks. */
function askOn(wire: Wire, current: () => Session | undefined): Wire['ask'] {
  return (method, params, options) => {
    const present = current()?.selected
    return wire.ask(method, params, { ...options, ...(present && { chain: chainOf(present) }) })
  }
}

function sessionOf(
  granted: readonly AccountId[],
  chains: readonly ChainId[],
  wished: ChainId | undefined,
  expiresAt: number,
): Session | undefined {
  const valid = granted.filter((account) => isAccountId(account) && isAddress(addressOfAccount(account)))
  const [first] = valid
  if (!first) return undefined
  const chain = wished ?? chainOf(first)
  const addresses = valid.map(addressOfAccount)
  const accounts = addresses
    .filter((a, i) => addresses.findIndex((b) => isSameAddress(a, b)) === i)
    .map((address) => ({ account: accountId(chain, address), type: 'eoa' as const }))
  const [selected] = accounts
  return selected && { namespace: 'eip155', chains, accounts, selected: selected.account, expiresAt }
}
