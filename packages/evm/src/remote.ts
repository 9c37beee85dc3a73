import type { Connector, Features, RemoteSession, Session, WireNeeds } from '@latchkey/core'
import { remoteConnector } from '@latchkey/core/remote-connector'
import { type AccountId, accountId, type ChainId, chainOf, isAccountId, LatchkeyError } from '@latchkey/protocol'
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
  const chains = session.namespaces.eip155?.chains ?? []
  const has = (method: string) => session.methods.eip155?.includes(method) ?? false
  const load = async () => (await import('./verbs.ts')).verbs
  const wire: Wire = {
    hasPresentChain: false,
    ask: (method, params, options) =>
      race(
        () => session.request(options.chain, method, params, options.signal ? { signal: options.signal } : {}),
        options.signal,
      ),
    nextChain: async () => {},
  }
  return remoteConnector(session, 'eip155', (state, tell) => {
    const current = (): Session | undefined => sessionOf(state.accounts, chains, state.chain, state.expiresAt)
    const features: Features = {
      request: ({ chain, method, params, signal }) => wire.ask(method, params, { chain, ...(signal && { signal }) }),
      switchChain: async (parameters) => {
        const { chain } = parameters
        if (!chains.includes(chain.id)) {
          if (!has('wallet_switchEthereumChain')) throw new LatchkeyError('chain-unsupported', { reason: chain.id })
          await (await load()).switchChain({ ...wire, ask: askOn(wire, current) }, parameters)
        }
        state.chain = chain.id
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
    return { current, features }
  })
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
