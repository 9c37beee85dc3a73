import type {
  Connector,
  ConnectorEvent,
  ConnectRequest,
  Features,
  Session,
  WalletIdentity,
} from '@latchkey/core'
import { type ChainId, chainOf, hasCode, LatchkeyError } from '@latchkey/protocol'
import { chainOfNetworkName, type Entry, networkName } from '@latchkey/wbip'
import {
  type AddressesParams,
  readAddresses,
  request,
  type WalletAddress,
} from '@latchkey/wbip/request'
import { leaveAnswered, takeAnswered } from '@latchkey/wbip/together'
import { type ProviderEvent, watchProvider } from '@latchkey/wbip/watch'
import type { Wire } from '../wire.ts'
import { featuresOf } from './features.ts'
import { restoreSession, sessionOf } from './session.ts'

/** A connector of one wallet on the page. It calls only that object for as long as it exists. */
export function entryConnector(id: string, wallet: WalletIdentity, entry: Entry): Connector {
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const state: {
    session?: Session | undefined
    keys: readonly WalletAddress[]
    chains: readonly ChainId[]
    stop?: (() => void) | undefined
    missed?: ConnectorEvent | undefined
  } = { keys: [], chains: [] }

  const tellListeners = (event: ConnectorEvent) => {
    if (listeners.size === 0) state.missed = event
    for (const listener of [...listeners]) {
      listener(event)
    }
  }
  const endSession = (error?: unknown) => {
    state.session = undefined
    tellListeners(error === undefined ? { type: 'end' } : { type: 'end', error })
  }
  const changeSession = (
    addresses: readonly WalletAddress[],
    chain: ChainId,
    reason: 'accounts' | 'chain',
  ) => {
    const session = sessionOf(addresses, chain, state.chains)
    state.keys = addresses
    if (JSON.stringify(session) === JSON.stringify(state.session)) return
    state.session = session
    tellListeners({ type: 'session', session, reason })
  }
  const handleEvent = (event: ProviderEvent, payload: unknown) => {
    const previousSession = state.session
    if (!previousSession) return
    const addresses = event === 'end' ? undefined : readAddresses(payload)
    // When a wallet does not report its present accounts, the session ends instead of showing old
    // ones.
    if (!addresses) return endSession()
    const { stacks, bitcoin } = payload as {
      stacks?: { name?: unknown }
      bitcoin?: { name?: unknown }
    }
    const reportedNetwork = stacks?.name ?? bitcoin?.name
    const chain =
      chainOfNetworkName(entry.manner, reportedNetwork, state.chains) ??
      chainOf(previousSession.selected)
    try {
      changeSession(addresses, chain, event === 'network' ? 'chain' : 'accounts')
    } catch (error) {
      endSession(error)
    }
  }
  const attachListeners = () => {
    state.stop ??= watchProvider(entry.provider, handleEvent)
  }
  const detachListeners = () => {
    state.stop?.()
    state.stop = undefined
  }

  const askAddresses = async (
    params: AddressesParams,
    signal: AbortSignal,
  ): Promise<readonly WalletAddress[]> => {
    try {
      return (await request(entry, 'getAddresses', params, { signal })).addresses
    } catch (error) {
      // A wallet that supports only Stacks knows `getAddresses` by the name `stx_getAddresses`.
      // Asking a second time is harmless, because a wallet that does not know `getAddresses` has
      // shown no prompt yet.
      if (!hasCode(error, 'rpc-method-not-found') && !hasCode(error, 'wallet-method-unsupported'))
        throw error
      return (await request(entry, 'stx_getAddresses', params, { signal })).addresses
    }
  }
  const askGrant = async ({ silent, signal, last, together }: ConnectRequest): Promise<Session> => {
    const requestedChain = state.chains.find(
      (chain) => networkName(entry.manner, chain) !== undefined,
    )
    const [first] = state.chains
    if (together?.answered !== undefined && first) {
      const addresses = takeAnswered(together)
      const session = sessionOf(addresses, requestedChain ?? first, state.chains)
      state.keys = addresses
      return session
    }
    if (silent) {
      const session = state.session ?? restoreSession(last, state.chains)
      if (session) return session
      throw new LatchkeyError('account-missing', {
        reason: 'this wallet tells no account without being asked',
      })
    }
    if (!requestedChain)
      throw new LatchkeyError('chain-unsupported', {
        reason: 'the wallet has none of these networks',
      })
    const network = networkName(entry.manner, requestedChain)
    const purposes = together ? (['payment', 'ordinals', 'stacks'] as const) : (['stacks'] as const)
    const addresses = await askAddresses({ network, purposes }, signal)
    if (together) leaveAnswered(together, addresses)
    const session = sessionOf(addresses, requestedChain, state.chains)
    state.keys = addresses
    return session
  }

  const wire: Wire = {
    ask: (method, params, { signal }) => request(entry, method, params, signal ? { signal } : {}),
    networkName: (chain) => networkName(entry.manner, chain),
    publicKeyOf: (address) => state.keys.find((one) => one.address === address)?.publicKey,
  }
  const switchChain: NonNullable<Features['switchChain']> = async ({ chain, signal }) => {
    const network = networkName(entry.manner, chain.id)
    if (!network) throw new LatchkeyError('chain-unsupported', { reason: chain.id })
    changeSession(await askAddresses({ network, purposes: ['stacks'] }, signal), chain.id, 'chain')
  }

  return {
    id,
    namespaces: ['stacks'],
    wallet,
    features: { ...featuresOf(wire, () => state.session), switchChain },
    async connect(parameters) {
      attachListeners()
      state.chains = parameters.chains.map((chain) => chain.id)
      try {
        if (parameters.signal.aborted)
          throw new LatchkeyError('aborted', { cause: parameters.signal.reason })
        const session = await askGrant(parameters)
        state.session = session
        state.missed = undefined
        return { sessions: [session] }
      } catch (error) {
        if (listeners.size === 0) detachListeners()
        state.session = undefined
        throw error
      }
    },
    async disconnect() {
      detachListeners()
      state.session = state.missed = undefined
      state.keys = []
      // Some wallets do not support `wallet_disconnect` or never answer it; those that support it
      // answer within 100 ms.
      await request(entry, 'wallet_disconnect', undefined, {
        signal: AbortSignal.timeout(100),
      }).catch(() => {})
    },
    watch(listener) {
      listeners.add(listener)
      attachListeners()
      const { missed } = state
      state.missed = undefined
      // Delivers an event that came between the grant and the first listener.
      if (missed) queueMicrotask(() => listeners.has(listener) && listener(missed))
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) detachListeners()
      }
    },
  }
}
