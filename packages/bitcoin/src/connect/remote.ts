import type { Connector, Features, RemoteSession, Session, WireNeeds } from '@latchkey/core'
import { remoteConnector } from '@latchkey/core/remote-connector'
import { type AccountId, addressOf, chainOf, isAccountId, LatchkeyError } from '@latchkey/protocol'
import type { WalletAddress } from '@latchkey/wbip/request'
import { isAddressOf } from '../encoding/address.ts'
import { featuresOf } from './features.ts'
import { addPurposes } from './purposes.ts'
import { readAccountAddresses } from './remote-addresses.ts'
import { remoteWire } from './remote-wire.ts'
import { sessionOf } from './session.ts'

/** The methods and events that a WalletConnect session requests from a remote wallet. */
export const wire: WireNeeds = {
  methods: ['sendTransfer', 'signMessage', 'signPsbt', 'getAccountAddresses'],
  events: ['bip122_addressesChanged'],
}

/**
 * A connector of a remote session. Each request names its chain, so the connector itself keeps the
 * present chain.
 */
export function connectorOfRemote(session: RemoteSession): Connector {
  const methods = session.methods.bip122 ?? []
  const hasMethod = (...names: readonly string[]) => names.some((name) => methods.includes(name))
  return remoteConnector(session, 'bip122', (state, emitChange) => {
    const reportedState: { told: readonly WalletAddress[] } = {
      told: readAccountAddresses(session.properties?.bip122_getAccountAddresses) ?? [],
    }
    const currentSession = (): Session | undefined => {
      const validAccounts = state.accounts.filter(
        (one) => isAccountId(one) && isAddressOf([chainOf(one)], addressOf(one)),
      )
      const chain = state.chain ?? (validAccounts[0] && chainOf(validAccounts[0]))
      if (!chain || state.hasEnded) return undefined
      const grantedAddresses = validAccounts.filter((one) => chainOf(one) === chain).map(addressOf)
      const reportedAddresses = reportedState.told
        .map(({ address }) => address)
        .filter((one) => isAddressOf([chain], one))
      const addresses = [...new Set([...grantedAddresses, ...reportedAddresses])]
      if (addresses.length === 0) return undefined
      const purposeOf = (address: string) =>
        reportedState.told.find((one) => one.address === address)?.purpose
      const fullSession = sessionOf(
        addPurposes(addresses.map((address) => ({ address, purpose: purposeOf(address) }))),
        chain,
        [chain],
      )
      return {
        ...fullSession,
        chains: session.namespaces.bip122?.chains ?? [],
        expiresAt: state.expiresAt,
      }
    }
    const wire = remoteWire(session, () => {
      const selectedAccount = currentSession()?.selected
      return selectedAccount && addressOf(selectedAccount)
    })
    const allFeatures = featuresOf(wire, {
      session: currentSession,
      publicKey: (address) => reportedState.told.find((one) => one.address === address)?.publicKey,
    })
    const features: Features = {
      request: allFeatures.request,
      ...(hasMethod('signMessage') && { signMessage: allFeatures.signMessage }),
      ...(hasMethod('sendTransfer', 'signPsbt') && { transfer: allFeatures.transfer }),
      async switchChain({ chain: { id } }) {
        const previousChain = state.chain
        state.chain = id
        if (!currentSession()) {
          state.chain = previousChain
          throw new LatchkeyError('chain-unsupported', { reason: id })
        }
        emitChange('chain')
      },
    }
    return {
      current: currentSession,
      features,
      onAccounts: () => {
        reportedState.told = []
      },
      onEvent({ name, data, chain }) {
        if (name !== 'bip122_addressesChanged') return undefined
        // When a wallet does not report its present addresses, the session ends instead of showing
        // old ones.
        reportedState.told = readAccountAddresses(data) ?? []
        state.accounts = reportedState.told.map(({ address }): AccountId => `${chain}:${address}`)
        return 'accounts'
      },
    }
  })
}
