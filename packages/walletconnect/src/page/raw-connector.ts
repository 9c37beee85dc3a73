import type { Connector, ConnectorEvent, RemoteSession, Session } from '@latchkey/core'
import {
  type AccountId,
  type ChainId,
  chainOf,
  LatchkeyError,
  type Namespace,
} from '@latchkey/protocol'

/**
 * A connector that passes requests through without knowledge of chains: for kits without an
 * adapter.
 */
export function rawConnector(remote: RemoteSession): Connector {
  const currentChains = new Map<Namespace, ChainId>()
  const changedAccounts = new Map<Namespace, readonly AccountId[]>()
  const sessionOf = (namespace: Namespace): Session | undefined => {
    const grant = remote.namespaces[namespace]
    const accounts = changedAccounts.get(namespace) ?? grant?.accounts ?? []
    const selected =
      accounts.find((account) => chainOf(account) === currentChains.get(namespace)) ?? accounts[0]
    return selected
      ? {
          namespace,
          chains: grant?.chains ?? [],
          accounts: accounts
            .filter((account) => chainOf(account) === chainOf(selected))
            .map((account) => ({ account, type: 'eoa' as const })),
          selected,
          expiresAt: remote.expiresAt,
        }
      : undefined
  }
  const namespaces = Object.keys(remote.namespaces)
  return {
    id: remote.id,
    namespaces,
    wallet: { name: remote.peer.name.slice(0, 64), keys: [], origin: 'walletConnect' },
    features: {
      request: ({ chain, method, params, signal }) =>
        remote.request(chain, method, params, signal ? { signal } : {}),
    },
    async connect({ chains, signal }) {
      signal.throwIfAborted()
      for (const { id } of [...chains].reverse()) {
        for (const namespace of namespaces) {
          if (id.startsWith(`${namespace}:`)) currentChains.set(namespace, id)
        }
      }
      const sessions = namespaces.flatMap((namespace) => sessionOf(namespace) ?? [])
      if (!sessions.length)
        throw new LatchkeyError('account-missing', { reason: 'the session holds no account' })
      return { sessions }
    },
    async disconnect({ namespaces: chosenNamespaces } = {}) {
      for (const namespace of chosenNamespaces ?? [undefined]) {
        await remote.end(namespace)
      }
    },
    watch(listener) {
      const tellListener = (
        namespace: Namespace,
        reason: 'accounts' | 'chain' | 'expiry',
      ): void => {
        const session = sessionOf(namespace)
        const event: ConnectorEvent = session
          ? { type: 'session', session, reason }
          : { type: 'end', namespace }
        listener(event)
      }
      return remote.watch((event) => {
        if (event.type === 'end') listener({ type: 'end' })
        else if (event.type === 'expiry')
          for (const namespace of namespaces) {
            tellListener(namespace, 'expiry')
          }
        else if (event.type === 'accounts') {
          changedAccounts.set(event.namespace, event.accounts)
          tellListener(event.namespace, 'accounts')
        } else if (event.type === 'chain') {
          const namespace = event.chain.slice(0, event.chain.indexOf(':'))
          currentChains.set(namespace, event.chain)
          tellListener(namespace, 'chain')
        }
      })
    },
  }
}
