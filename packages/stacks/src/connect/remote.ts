import type { Connector, Features, RemoteSession, Session, WireNeeds } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'
import { remoteConnector } from '@latchkey/core/remote-connector'
import {
  addressOf,
  type ChainId,
  chainOf,
  hasCode,
  isAccountId,
  LatchkeyError,
} from '@latchkey/protocol'
import { networkName } from '@latchkey/wbip'
import { type MethodName, type ParamsOf, type ResultOf, request } from '@latchkey/wbip/request'
import { isAddressOf } from '../encoding/address.ts'
import type { Wire } from '../wire.ts'
import { featuresOf } from './features.ts'
import { accountsOfEvent, addressesOfSession, chainOfEvent } from './remote-events.ts'
import { sessionOf } from './session.ts'

/** Methods that a pairing with a remote wallet requests. */
export const wire: WireNeeds = {
  methods: [
    'stx_getAddresses',
    'stx_getAccounts',
    'stx_transferStx',
    'stx_transferSip10Ft',
    'stx_transferSip9Nft',
    'stx_callContract',
    'stx_deployContract',
    'stx_signTransaction',
    'stx_signMessage',
    'stx_signStructuredMessage',
    'stx_updateProfile',
  ],
  events: ['stx_chainChanged', 'stx_accountsChanged'],
}

/**
 * A connector of a remote session. Each request names its chain, so the connector itself keeps the
 * present chain.
 */
export function connectorOfRemote(session: RemoteSession, guard: Guard): Connector {
  /**
   * The granted chains are read from the session each time, because its wallet may add and remove
   * chains.
   */
  const currentChains = () => session.namespaces.stacks?.chains ?? []
  const methods = session.methods.stacks ?? []
  const reportedAddresses = addressesOfSession(session)
  return remoteConnector(
    session,
    'stacks',
    (state, emitChange) => {
      const currentSession = (): Session | undefined => {
        const validAccounts = state.accounts.filter(
          (one) => isAccountId(one) && isAddressOf([chainOf(one)], addressOf(one)),
        )
        const reachedChains = currentChains()
        const firstChain = (validAccounts[0] && chainOf(validAccounts[0])) ?? reachedChains[0]
        const isChainReached =
          state.chain &&
          (validAccounts.some((one) => chainOf(one) === state.chain) ||
            reachedChains.includes(state.chain))
        const chain = isChainReached ? state.chain : firstChain
        if (!chain) return undefined
        // The session's accounts are what the wallet granted. Addresses among the session's
        // properties are used only when it granted no account.
        const grantedAccounts = [
          ...validAccounts.map(addressOf),
          ...(validAccounts.length > 0 ? [] : reportedAddresses.map(({ address }) => address)),
        ]
        const addresses = grantedAccounts
          .filter((address) => isAddressOf([chain], address))
          .map((address) => ({ address, symbol: 'STX' }))
        if (addresses.length === 0) return undefined
        return {
          ...sessionOf(addresses, chain, [chain]),
          chains: reachedChains,
          expiresAt: state.expiresAt,
        }
      }

      const askSession = async <M extends MethodName>(
        method: M,
        params: ParamsOf<M>,
        { chain, signal }: { readonly chain: ChainId; readonly signal?: AbortSignal },
      ): Promise<ResultOf<M>> => {
        if (state.hasEnded || !currentSession())
          throw new LatchkeyError('not-connected', {
            reason: 'WalletConnectProvider not connected. Please connect first.',
          })
        if (!methods.includes(method))
          throw new LatchkeyError('wallet-method-unsupported', {
            reason: `WalletConnectProvider does not support method ${method}. Please use a supported method.`,
          })
        const failure: { error?: unknown } = {}
        const provider = {
          async request(name: string, wireParams: unknown) {
            try {
              const result = await session.request(
                chain,
                name,
                addSelectedAddress(name, wireParams),
                signal ? { signal } : {},
              )
              return { jsonrpc: '2.0', id: 1, result }
            } catch (error) {
              failure.error = error
              throw error
            }
          },
        }
        try {
          return await request(
            { provider, manner: 'plain' },
            method,
            params,
            signal ? { signal } : {},
          )
        } catch (error) {
          // Errors of the transport itself (expired, unauthorised) already have their code.
          throw hasCode(failure.error) ? failure.error : error
        }
      }
      const addSelectedAddress = (name: string, params: unknown) => {
        const selectedAccount = currentSession()?.selected
        return name === 'stx_signMessage' && selectedAccount
          ? { ...(params as object), address: addressOf(selectedAccount) }
          : params
      }
      const sessionWire: Wire = {
        ask: askSession,
        networkName: (chain) => networkName('plain', chain),
        publicKeyOf: (address) =>
          reportedAddresses.find((one) => one.address === address)?.publicKey,
      }
      const allFeatures = featuresOf(sessionWire, currentSession)
      const features: Features = {
        request: allFeatures.request,
        async switchChain({ chain }) {
          if (!currentChains().includes(chain.id))
            throw new LatchkeyError('chain-unsupported', { reason: chain.id })
          state.chain = chain.id
          emitChange('chain')
        },
        ...(methods.includes('stx_signMessage') && { signMessage: allFeatures.signMessage }),
        ...(methods.includes('stx_transferStx') && { transfer: allFeatures.transfer }),
      }
      return {
        current: currentSession,
        features,
        isGranted: (id) =>
          currentChains().includes(id) ||
          state.accounts.some((one) => isAccountId(one) && chainOf(one) === id),
        onEvent({ name, data, chain: eventChain }) {
          if (name === 'stx_chainChanged') {
            const chain = chainOfEvent(data, currentChains())
            if (chain) state.chain = chain
            return chain && 'chain'
          }
          if (name !== 'stx_accountsChanged') return undefined
          // When a wallet does not report its present accounts, the session ends instead of showing
          // old ones.
          state.accounts = accountsOfEvent(data, eventChain)
          state.chain = eventChain
          return 'accounts'
        },
      }
    },
    guard,
  )
}
