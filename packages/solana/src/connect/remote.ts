import type { Connector, Features, RemoteSession, Session, WireNeeds } from '@latchkey/core'
import type { Guard } from '@latchkey/core/lazy-adapter'
import { remoteConnector } from '@latchkey/core/remote-connector'
import { type AccountId, addressOf, type ChainId, chainOf, isAccountId } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { isAddress } from '../encoding/address.ts'
import { signMessage } from '../features/sign-message.ts'
import { remoteWire } from './remote-wire.ts'

/**
 * The methods that a WalletConnect session requests from a remote wallet: all that WalletConnect
 * defines for Solana.
 */
export const wire: WireNeeds = {
  methods: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAndSendTransaction',
    'solana_signAllTransactions',
    'solana_requestAccounts',
    'solana_getAccounts',
  ],
  events: ['accountsChanged', 'chainChanged'],
}

/**
 * A connector of a remote session. Each request names its chain, and the session spans all chains.
 */
export function connectorOfRemote(session: RemoteSession, guard: Guard): Connector {
  /** The session is read each time, because its wallet may add and remove chains. */
  const currentChains = () =>
    (session.namespaces.solana?.chains ?? []).filter((id) => id.startsWith('solana:'))
  const hasMethod = (method: string) => session.methods.solana?.includes(method) ?? false
  const canSend = hasMethod('solana_signAndSendTransaction') || hasMethod('solana_signTransaction')
  return remoteConnector(
    session,
    'solana',
    (state) => {
      const currentSession = () =>
        sessionOf(state.accounts, currentChains(), state.chain, state.expiresAt)
      const wallet = remoteWire(
        session,
        () => currentSession()?.accounts.map(({ account }) => addressOf(account)) ?? [],
      )
      const features: Features = {
        request: ({ chain, method, params, signal }) =>
          race(() => session.request(chain, method, params, signal ? { signal } : {}), signal),
        ...(hasMethod('solana_signMessage') && {
          signMessage: (parameters) => signMessage(wallet, parameters),
        }),
        ...(canSend && {
          transfer: async (parameters) =>
            (await import('../features/transfer.ts')).transferAsset(wallet, parameters),
        }),
      }
      return { current: currentSession, features }
    },
    guard,
  )
}

/**
 * Makes a session with each valid account once. The selected account is the first one on the
 * preferred chain, else the first of all.
 */
function sessionOf(
  grantedAccounts: readonly AccountId[],
  chains: readonly ChainId[],
  preferredChain: ChainId | undefined,
  expiresAt: number,
): Session | undefined {
  const validAccounts = [...new Set(grantedAccounts.slice(0, 1000))].filter(
    (account) =>
      isAccountId(account) && account.startsWith('solana:') && isAddress(addressOf(account)),
  )
  const selectedAccount =
    validAccounts.find((account) => chainOf(account) === preferredChain) ?? validAccounts[0]
  const accounts = validAccounts.map((account) => ({ account, type: 'eoa' as const }))
  return (
    selectedAccount && {
      namespace: 'solana',
      chains,
      accounts,
      selected: selectedAccount,
      expiresAt,
    }
  )
}
