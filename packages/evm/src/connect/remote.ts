import type { Connector, Features, RemoteSession, Session, WireNeeds } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'
import { type RemoteState, remoteConnector } from '@latchkey/core/remote-connector'
import {
  type AccountId,
  type AccountType,
  accountId,
  type ChainId,
  chainOf,
  isAccountId,
  LatchkeyError,
} from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import type { estimateCallsMethod, readDelegationMethod } from '@latchkey/protocol/vault'
import { addressOfAccount } from '../encoding/account.ts'
import { isAddress, isSameAddress } from '../encoding/address.ts'
import type { Wire } from '../wire.ts'

const estimateMethod: typeof estimateCallsMethod = 'latchkey_estimateCalls'
/** Milliseconds to wait, after a wallet's answer, until its session contains the new chain. */
const chainUpdateTimeoutMs = 2000
/**
 * Name of the method that reads a delegation (EIP-7702). A wallet that has it can also end a
 * delegation.
 */
const delegationMethod: typeof readDelegationMethod = 'latchkey_readDelegation'

/**
 * The methods and events that a remote wallet is asked to support: the methods that this adapter
 * calls, and those that a wallet answers differently from a node.
 */
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

/**
 * Makes the connector of a remote session. Each request names its chain, so the connector itself
 * remembers which chain is the present one.
 */
export function connectorOfRemote(session: RemoteSession, guard: Guard): Connector {
  /**
   * Returns the session's chains. They are read each time, because the wallet may add and remove
   * chains.
   */
  const listSessionChains = () => session.namespaces.eip155?.chains ?? []
  const hasMethod = (method: string) => session.methods.eip155?.includes(method) ?? false
  const wire: Wire = {
    hasPresentChain: false,
    ask: (method, params, options) =>
      race(
        () =>
          session.request(
            options.chain,
            method,
            params,
            options.signal ? { signal: options.signal } : {},
          ),
        options.signal,
      ),
    nextChain: (ms) =>
      new Promise((resolve) => {
        const endWait = () => {
          clearTimeout(timer)
          stop()
          resolve()
        }
        const timer = setTimeout(endWait, ms)
        const stop = session.watch(({ type }) => type !== 'expiry' && endWait())
      }),
  }
  return remoteConnector(
    session,
    'eip155',
    (state, notify) => {
      const readCurrentSession = (): Session | undefined => buildSession(state, listSessionChains())
      const isContract = (account: AccountId): boolean =>
        readCurrentSession()?.accounts.some(
          (one) => one.type === 'smartAccount' && one.account === account,
        ) ?? false
      const features: Features = {
        request: ({ chain, method, params, signal }) =>
          wire.ask(method, params, { chain, ...(signal && { signal }) }),
        switchChain: async (parameters) => {
          const { chain } = parameters
          if (!listSessionChains().includes(chain.id)) {
            if (!hasMethod('wallet_switchEthereumChain'))
              throw new LatchkeyError('chain-unsupported', { reason: chain.id })
            await (await import('../features/switch-chain.ts')).switchChain(
              { ...wire, ask: makeSessionAsk(wire, readCurrentSession) },
              parameters,
            )
            // Some wallets answer before they have added the chain to the session, so that change
            // is waited for.
            if (!listSessionChains().includes(chain.id)) await wire.nextChain(chainUpdateTimeoutMs)
            // The switch has failed when the session still lacks the chain, because the wallet
            // would refuse every request on it.
            if (!listSessionChains().includes(chain.id))
              throw new LatchkeyError('switch-failed', {
                reason: `the wallet agreed, but its session lacks ${chain.id}`,
              })
          }
          state.chain = chain.id
          notify('chain')
        },
        ...(hasMethod('personal_sign') && {
          signMessage: async (parameters) =>
            (await import('../features/sign-message.ts')).signMessage(wire, parameters),
        }),
        ...(hasMethod('eth_sendTransaction') && {
          transfer: async (parameters) =>
            (await import('../features/transfer.ts')).transferAsset(wire, parameters),
          // For a contract account, the gas of the simulation is left out, because it is estimated
          // for a plain account; the wallet makes its own estimate.
          sendCall: async ({ simulation, ...parameters }) =>
            (await import('../features/send-call.ts')).sendCall(wire, {
              ...parameters,
              ...(simulation && !isContract(parameters.from) && { simulation }),
            }),
        }),
        ...(hasMethod(estimateMethod) && {
          estimateTransfer: async (parameters) =>
            isContract(parameters.transfer.from)
              ? (await import('../features/estimate-calls.ts')).estimateCalls(wire, parameters)
              : null,
        }),
        ...(hasMethod(delegationMethod) && {
          readDelegation: async (parameters) =>
            (await import('../features/read-delegation.ts')).readDelegation(wire, parameters),
          endDelegation: async (parameters) =>
            (await import('../features/end-delegation.ts')).endDelegation(wire, parameters),
        }),
        ...(hasMethod('wallet_getCapabilities') && {
          capabilities: async (parameters) =>
            (await import('../features/capabilities.ts')).askCapabilities(wire, parameters),
        }),
      }
      return { current: readCurrentSession, features }
    },
    guard,
  )
}

/**
 * Wraps a wallet's requests, so that a request to switch chains names the wallet's present chain as
 * its chain: the wallet may refuse requests on a chain that it does not have yet.
 */
function makeSessionAsk(wire: Wire, getSession: () => Session | undefined): Wire['ask'] {
  return (method, params, options) => {
    const selectedAccount = getSession()?.selected
    return wire.ask(method, params, {
      ...options,
      ...(selectedAccount && { chain: chainOf(selectedAccount) }),
    })
  }
}

/**
 * Returns the accounts on the present chain: contract accounts only on their own chains, accounts
 * of a key on all chains. Accounts that the session lists for the chain come first, because a
 * contract may have another address on each chain.
 */
function buildSession(
  { accounts: grantedAccounts, types, chain: requestedChain, expiresAt }: RemoteState,
  chains: readonly ChainId[],
): Session | undefined {
  const validAccounts = grantedAccounts.filter(
    (account) => isAccountId(account) && isAddress(addressOfAccount(account)),
  )
  const [first] = validAccounts
  if (!first) return undefined
  // A chain that the session does not contain, or no longer contains, is not shown.
  const isSessionChain =
    requestedChain !== undefined && (chains.length === 0 || chains.includes(requestedChain))
  const chain = isSessionChain ? requestedChain : chainOf(first)
  const readAccountType = (account: AccountId): AccountType =>
    (types && Object.hasOwn(types, account) && types[account]) || 'eoa'
  const isOnChain = (account: AccountId): boolean => chainOf(account) === chain
  const orderedAccounts = types
    ? [...validAccounts.filter(isOnChain), ...validAccounts.filter((one) => !isOnChain(one))]
    : validAccounts
  const sessionAccounts = orderedAccounts
    .filter((account) => isOnChain(account) || readAccountType(account) === 'eoa')
    .map((account) => ({ address: addressOfAccount(account), type: readAccountType(account) }))
  const accounts = sessionAccounts
    .filter(
      ({ address }, i) =>
        sessionAccounts.findIndex((other) => isSameAddress(address, other.address)) === i,
    )
    .map(({ address, type }) => ({ account: accountId(chain, address), type }))
  const [selected] = accounts
  return (
    selected && { namespace: 'eip155', chains, accounts, selected: selected.account, expiresAt }
  )
}
