import type { Connector, ConnectRequest, Features, WalletIdentity } from '@latchkey/core'
import { chainOf, LatchkeyError } from '@latchkey/protocol'
import { chainOfNetworkName, type Entry, networkName } from '@latchkey/wbip'
import { readAddresses, request } from '@latchkey/wbip/request'
import { askSilently, bareAddresses } from '@latchkey/wbip/silent'
import { type ProviderEvent, watchProvider } from '@latchkey/wbip/watch'
import type { Wire } from '../wire.ts'
import { featuresOf } from './features.ts'
import { type AccountGrant, askAccountGrant, askAddressesOn, grantOfAddresses } from './granted.ts'
import { openListening } from './listening.ts'

/** Makes the connector of one wallet on the page; it always calls the same wallet object. */
export function entryConnector(
  identity: Pick<Connector, 'id' | 'together'> & { readonly wallet: WalletIdentity },
  entry: Entry,
): Connector {
  const state: {
    granted?: AccountGrant | undefined
    chains: ConnectRequest['chains']
  } = { chains: [] }
  const {
    attach,
    detach,
    rest,
    forgetMissedEvent: forget,
    tell,
    watch,
  } = openListening(() =>
    watchProvider(entry.provider, (event, payload) => void handleProviderEvent(event, payload)),
  )

  const endSession = (error?: unknown) => {
    state.granted = undefined
    tell(error === undefined ? { type: 'end' } : { type: 'end', error })
  }
  const applyGrant = (granted: AccountGrant, reason: 'accounts' | 'chain') => {
    const isSameSession = JSON.stringify(granted.session) === JSON.stringify(state.granted?.session)
    state.granted = granted
    if (!isSameSession) tell({ type: 'session', session: granted.session, reason })
  }
  const handleProviderEvent = async (event: ProviderEvent, payload: unknown) => {
    const previousGrant = state.granted
    if (!previousGrant) return
    try {
      const reportedAddresses =
        event === 'end'
          ? undefined
          : (readAddresses(payload) ?? bareAddresses(payload) ?? askSilently(entry))
      const addresses =
        reportedAddresses instanceof Promise ? await reportedAddresses : reportedAddresses
      if (state.granted !== previousGrant) return
      // When a wallet does not report its present accounts, the session ends instead of showing old
      // ones.
      if (!addresses) return endSession()
      const ids = state.chains.map((chain) => chain.id)
      const { bitcoin, enum: name } = (payload ?? {}) as {
        bitcoin?: { name?: unknown } | null
        enum?: unknown
      }
      const chain =
        chainOfNetworkName(entry.manner, bitcoin?.name ?? name, ids) ??
        chainOf(previousGrant.session.selected)
      applyGrant(
        grantOfAddresses(addresses, chain, ids),
        event === 'network' ? 'chain' : 'accounts',
      )
    } catch (error) {
      if (state.granted === previousGrant) endSession(error)
    }
  }

  const providerWire: Wire = {
    network: (chain) => networkName(entry.manner, chain),
    ask: (method, params, { signal }) => request(entry, method, params, signal ? { signal } : {}),
  }
  /**
   * Switches the chain by the wallet's own request, if the wallet has one, then reads the
   * addresses. When the wallet reports no address without a prompt, asks it for those on the new
   * chain.
   */
  const switchChain: Features['switchChain'] = async ({ chain: { id: chain }, signal }) => {
    const name = networkName(entry.manner, chain)
    if (name === undefined) throw new LatchkeyError('chain-unsupported', { reason: chain })
    if (entry.manner !== 'hex-psbt')
      await request(entry, 'wallet_changeNetwork', { name }, { signal })
    // The wallet may report the switch by an event, which arrives a tick later.
    await new Promise((resolve) => setTimeout(resolve, 0))
    const { granted } = state
    if (!granted || chainOf(granted.session.selected) === chain) return
    const addresses =
      (await askSilently(entry, { signal })) ?? (await askAddressesOn(entry, chain, { signal }))
    const ids = [chain, ...state.chains.map(({ id }) => id)]
    if (state.granted === granted) applyGrant(grantOfAddresses(addresses, chain, ids), 'chain')
  }

  return {
    ...identity,
    namespaces: ['bip122'],
    features: {
      ...featuresOf(providerWire, {
        session: () => state.granted?.session,
        publicKey: (address) => state.granted?.keys.get(address),
      }),
      switchChain,
    },
    async connect(parameters) {
      attach()
      state.chains = parameters.chains
      try {
        const currentGrant = parameters.silent && !parameters.together ? state.granted : undefined
        const granted = currentGrant ?? (await askAccountGrant(entry, parameters))
        state.granted = granted
        forget()
        return { sessions: [granted.session] }
      } catch (error) {
        rest()
        state.granted = undefined
        throw error
      }
    },
    async disconnect() {
      detach()
      forget()
      state.granted = undefined
      // Some wallets never answer `wallet_disconnect`, so the wait for an answer ends after 100 ms,
      // which is enough for the wallets that do answer.
      await request(entry, 'wallet_disconnect', undefined, {
        signal: AbortSignal.timeout(100),
      }).catch(() => {})
    },
    watch,
  }
}
