import type { Connector, ConnectRequest, Features, WalletIdentity } from '@latchkey/core'
import { chainOf, LatchkeyError } from '@latchkey/protocol'
import { chainOfNetworkName, type Entry, networkName } from '@latchkey/wbip'
import { readAddresses, request } from '@latchkey/wbip/request'
import { askSilently, bareAddresses } from '@latchkey/wbip/silent'
import { type ProviderEvent, watchProvider } from '@latchkey/wbip/watch'
import type { Wire } from '../wire.ts'
import { featuresOf } from './features.ts'
import { addressesOn, askGranted, type Granted, grantedBy } from './granted.ts'
import { openListening } from './listening.ts'

/** A connector of one wallet on the page. It calls only that object for as long as it exists. */
export function entryConnector(
  face: Pick<Connector, 'id' | 'together'> & { readonly wallet: WalletIdentity },
  entry: Entry,
): Connector {
  const held: {
    granted?: Granted | undefined
    chains: ConnectRequest['chains']
  } = { chains: [] }
  const { attach, detach, rest, forget, tell, watch } = openListening(() =>
    watchProvider(entry.provider, (event, payload) => void hearEvent(event, payload)),
  )

  const endSession = (error?: unknown) => {
    held.granted = undefined
    tell(error === undefined ? { type: 'end' } : { type: 'end', error })
  }
  const takeGrant = (granted: Granted, reason: 'accounts' | 'chain') => {
    const isSame = JSON.stringify(granted.session) === JSON.stringify(held.granted?.session)
    held.granted = granted
    if (!isSame) tell({ type: 'session', session: granted.session, reason })
  }
  const hearEvent = async (event: ProviderEvent, payload: unknown) => {
    const before = held.granted
    if (!before) return
    try {
      const told =
        event === 'end'
          ? undefined
          : (readAddresses(payload) ?? bareAddresses(payload) ?? askSilently(entry))
      const addresses = told instanceof Promise ? await told : told
      if (held.granted !== before) return
      // When a wallet does not report its present accounts, the session ends instead of showing old
      // ones.
      if (!addresses) return endSession()
      const ids = held.chains.map((chain) => chain.id)
      const { bitcoin, enum: name } = (payload ?? {}) as {
        bitcoin?: { name?: unknown } | null
        enum?: unknown
      }
      const chain =
        chainOfNetworkName(entry.manner, bitcoin?.name ?? name, ids) ??
        chainOf(before.session.selected)
      takeGrant(grantedBy(addresses, chain, ids), event === 'network' ? 'chain' : 'accounts')
    } catch (error) {
      if (held.granted === before) endSession(error)
    }
  }

  const wire: Wire = {
    network: (chain) => networkName(entry.manner, chain),
    ask: (method, params, { signal }) => request(entry, method, params, signal ? { signal } : {}),
  }
  /**
   * Uses the wallet's own request to switch; without one, or when that answers no accounts, asks
   * for the addresses of the other network.
   */
  const switchChain: Features['switchChain'] = async ({ chain: { id: chain }, signal }) => {
    const name = networkName(entry.manner, chain)
    if (name === undefined) throw new LatchkeyError('chain-unsupported', { reason: chain })
    if (entry.manner !== 'hex-psbt')
      await request(entry, 'wallet_changeNetwork', { name }, { signal })
    // Wait one tick for the wallet's events.
    await new Promise((resolve) => setTimeout(resolve, 0))
    const { granted } = held
    if (!granted || chainOf(granted.session.selected) === chain) return
    const addresses =
      (await askSilently(entry, { signal })) ?? (await addressesOn(entry, chain, { signal }))
    const ids = [chain, ...held.chains.map(({ id }) => id)]
    if (held.granted === granted) takeGrant(grantedBy(addresses, chain, ids), 'chain')
  }

  return {
    ...face,
    namespaces: ['bip122'],
    features: {
      ...featuresOf(wire, {
        session: () => held.granted?.session,
        publicKey: (address) => held.granted?.keys.get(address),
      }),
      switchChain,
    },
    async connect(parameters) {
      attach()
      held.chains = parameters.chains
      try {
        const kept = parameters.silent && !parameters.together ? held.granted : undefined
        const granted = kept ?? (await askGranted(entry, parameters))
        held.granted = granted
        forget()
        return { sessions: [granted.session] }
      } catch (error) {
        rest()
        held.granted = undefined
        throw error
      }
    },
    async disconnect() {
      detach()
      forget()
      held.granted = undefined
      // Some wallets never answer this request, or do not support it: 100 ms are enough for the
      // others.
      await request(entry, 'wallet_disconnect', undefined, {
        signal: AbortSignal.timeout(100),
      }).catch(() => {})
    },
    watch,
  }
}
