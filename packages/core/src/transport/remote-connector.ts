import {
  type AccountId,
  type ChainId,
  chainOf,
  isAccountId,
  isDataIcon,
  LatchkeyError,
  type Namespace,
} from '@latchkey/protocol'
import type { Connector, ConnectorEvent } from '../contract/connector.ts'
import type { Features } from '../contract/features.ts'
import type { Guard } from '../contract/lazy-adapter.ts'
import type { AccountTypes, RemoteSession, RemoteSessionEvent } from '../contract/remote-session.ts'
import type { Session } from '../contract/session.ts'

/** What a connector remembers of a remote wallet's session for one chain family. */
export interface RemoteState {
  /** Accounts of the chain family in the session. */
  accounts: readonly AccountId[]
  /** The kind of each account that is not of the chain family's default kind, by account. */
  types?: AccountTypes | undefined
  /** The chain that is shown; absent until one is chosen. */
  chain?: ChainId | undefined
  expiresAt: number
  hasEnded: boolean
}

/** The part of a connector over a remote session that depends on the chain family. */
export interface RemoteFamily {
  /** Returns the session of the chain family; undefined when the wallet grants nothing. */
  current(): Session | undefined
  readonly features: Features
  /**
   * Returns whether a chain can be shown. Default: only the chains of the session's accounts can.
   */
  readonly isGranted?: (chain: ChainId) => boolean
  /** Called when the accounts have changed, before the listeners are called. */
  readonly onAccounts?: () => void
  /**
   * Handles an event that only this chain family knows; returns what the event has changed, or
   * nothing.
   */
  readonly onEvent?: (
    event: Extract<RemoteSessionEvent, { type: 'event' }>,
  ) => 'accounts' | 'chain' | undefined
}

/**
 * Makes a connector of one chain family over a remote session, with the parts that all families
 * share: identity, connecting, watching and ending.
 * @param makeFamily - makes the family's part; it may change `state`, and `tell` calls the listeners
 * @param guard - wraps each feature with the adapter's errors
 */
export function remoteConnector(
  session: RemoteSession,
  namespace: Namespace,
  makeFamily: (
    state: RemoteState,
    tell: (reason: 'accounts' | 'chain' | 'expiry') => void,
  ) => RemoteFamily,
  guard: Guard = (call) => call,
): Connector {
  const { accounts = [], types } = session.namespaces[namespace] ?? {}
  const state: RemoteState = { accounts, types, expiresAt: session.expiresAt, hasEnded: false }
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const sessionEventOf = (reason: 'accounts' | 'chain' | 'expiry'): ConnectorEvent => {
    const currentSession = family.current()
    // Reports the end of this chain family only, because a wallet may withdraw one family and keep
    // the others.
    return currentSession
      ? { type: 'session', session: currentSession, reason }
      : { type: 'end', namespace }
  }
  const family: RemoteFamily = makeFamily(state, (reason) => {
    for (const listener of [...listeners]) {
      listener(sessionEventOf(reason))
    }
  })
  const isGranted =
    family.isGranted ??
    ((id) => state.accounts.some((account) => isAccountId(account) && chainOf(account) === id))

  /** Applies an event of the wallet to the connector's state. */
  function applyEvent(event: RemoteSessionEvent): 'accounts' | 'chain' | 'expiry' | undefined {
    if (event.type === 'accounts' && event.namespace === namespace) {
      state.accounts = event.accounts
      state.types = event.types
      family.onAccounts?.()
    } else if (event.type === 'chain' && event.chain.startsWith(`${namespace}:`))
      state.chain = event.chain
    else if (event.type === 'expiry') state.expiresAt = event.expiresAt
    else
      return event.type === 'event' && event.chain.startsWith(`${namespace}:`)
        ? family.onEvent?.(event)
        : undefined
    return event.type
  }

  return {
    id: session.id,
    namespaces: [namespace],
    wallet: {
      name: session.peer.name.slice(0, 64),
      ...(isDataIcon(session.peer.icon) && { icon: session.peer.icon }),
      keys: [],
      origin: 'walletConnect',
    },
    features: guardFeatures(family.features, guard),
    async connect({ chains, last, signal }) {
      if (signal.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
      // After a reload, the chain that was shown before is shown again, if it is one of the kit's
      // chains and the wallet still grants it.
      const lastSelectedAccount = last?.find((one) => one.namespace === namespace)?.selected
      const preferredChain = chains.find(
        ({ id }) =>
          lastSelectedAccount !== undefined && chainOf(lastSelectedAccount) === id && isGranted(id),
      )
      state.chain ??= (preferredChain ?? chains.find(({ id }) => isGranted(id)))?.id
      const grantedSession = family.current()
      if (!grantedSession)
        throw new LatchkeyError('account-missing', {
          reason: `the session holds no account of ${namespace}`,
        })
      return { sessions: [grantedSession] }
    },
    async disconnect() {
      state.hasEnded = true
      await session.end(namespace)
    },
    watch(listener) {
      listeners.add(listener)
      const stop = session.watch((event) => {
        if (event.type === 'end') {
          state.hasEnded = true
          return listener({ type: 'end' })
        }
        const reason = applyEvent(event)
        if (reason) listener(sessionEventOf(reason))
      })
      return () => {
        listeners.delete(listener)
        stop()
      }
    },
  }
}

function guardFeatures(features: Features, guard: Guard): Features {
  return Object.fromEntries(
    Object.entries(features).map(([name, feature]) => [name, guard(feature)]),
  ) as Features
}
