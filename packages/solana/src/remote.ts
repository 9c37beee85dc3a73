import type { Connector, ConnectorEvent, Features, RemoteSession, Session, WireNeeds } from '@latchkey/core'
import {
  type AccountId,
  addressOf,
  type ChainId,
  chainOf,
  isAccountId,
  isDataIcon,
  LatchkeyError,
} from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import { isAddress } from './address.ts'
import { remoteWire } from './remote-wire.ts'
import { signMessage } from './verb/sign-message.ts'

/** What a remote wallet is asked for: all that WalletConnect has for Solana. */
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

/** A connector of somebody else's wire. Each request names its chain, and the session spans all of them. */
export function remote(session: RemoteSession): Connector {
  const held: { accounts: readonly AccountId[]; chain?: ChainId | undefined; expiresAt: number } = {
    accounts: session.namespaces.solana?.accounts ?? [],
    expiresAt: session.expiresAt,
  }
  const chains = (session.namespaces.solana?.chains ?? []).filter((id) => id.startsWith('solana:'))
  const current = () => sessionOf(held.accounts, chains, held.chain, held.expiresAt)
  const has = (method: string) => session.methods.solana?.includes(method) ?? false
  const wallet = remoteWire(session, () => current()?.accounts.map(({ account }) => addressOf(account)) ?? [])
  const canSend = has('solana_signAndSendTransaction') || has('solana_signTransaction')
  const features: Features = {
    request: ({ chain, method, params, signal }) =>
      race(() => session.request(chain, method, params, signal ? { signal } : {}), signal),
    ...(has('solana_signMessage') && { signMessage: (parameters) => signMessage(wallet, parameters) }),
    ...(canSend && {
      transfer: async (parameters) => (await import('./verb/transfer.ts')).transfer(wallet, parameters),
    }),
  }

  return {
    id: session.id,
    namespaces: ['solana'],
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
      if (!granted) throw new LatchkeyError('account-missing', { reason: 'the session holds no account of solana' })
      return { sessions: [granted] }
    },
    disconnect: () => session.end('solana'),
    watch(listener) {
      const tell = (reason: 'accounts' | 'chain' | 'expiry') => {
        const next = current()
        const event: ConnectorEvent = next ? { type: 'session', session: next, reason } : { type: 'end' }
        listener(event)
      }
      return session.watch((event) => {
        if (event.type === 'end') return listener({ type: 'end' })
        if (event.type === 'accounts' && event.namespace === 'solana') held.accounts = event.accounts
        else if (event.type === 'chain' && event.chain.startsWith('solana:')) held.chain = event.chain
        else if (event.type === 'expiry') held.expiresAt = event.expiresAt
        else return
        tell(event.type)
      })
    },
  }
}

/** Each valid account once; shown is the first on the chain wished for, or else the first. */
function sessionOf(
  granted: readonly AccountId[],
  chains: readonly ChainId[],
  wished: ChainId | undefined,
  expiresAt: number,
): Session | undefined {
  const valid = [...new Set(granted.slice(0, 1000))].filter(
    (account) => isAccountId(account) && account.startsWith('solana:') && isAddress(addressOf(account)),
  )
  const selected = valid.find((account) => chainOf(account) === wished) ?? valid[0]
  const accounts = valid.map((account) => ({ account, type: 'eoa' as const }))
  return selected && { namespace: 'solana', chains, accounts, selected, expiresAt }
}
