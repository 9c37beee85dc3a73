import {
  type AccountId,
  type ChainId,
  chainOf,
  isAccountId,
  isDataIcon,
  LatchkeyError,
  type Namespace,
} from '@latchkey/protocol'
import type { Connector, ConnectorEvent, Features, Session } from '../contract/contract.ts'
import type { Guard } from '../contract/lazy-adapter.ts'
import type { AccountTypes, RemoteSession, RemoteSessionEvent } from '../contract/remote-session.ts'

/** What of a remote session may change, of one family. */
export interface RemoteState {
  /** As the session tells them. */
  accounts: readonly AccountId[]
  /** Of those that are not of the family's plain kind. */
  types?: AccountTypes | undefined
  /** The one shown, once somebody has chosen it. */
  chain?: ChainId | undefined
  expiresAt: number
  hasEnded: boolean
}

/** What a chain family adds to a remote session. */
export interface RemoteFamily {
  /** What is granted now; undefined where that is nothing. */
  current(): Session | undefined
  readonly features: Features
  /** Whether a chain can be shown; without it, those of the session's accounts. */
  readonly isGranted?: (chain: ChainId) => boolean
  /** Hears of other accounts before they are told. */
  readonly onAccounts?: () => void
  /** An event of the family's own: what has changed by it, or nothing. */
  readonly onEvent?: (
    event: Extract<RemoteSessionEvent, { type: 'event' }>,
  ) => 'accounts' | 'chain' | undefined
}

/**
 * A connector of one family over somebody else's wire: identity, connecting, watching and ending,
 * as all families have them.
 * @param make - the family's part; it may change `state`, and `tell` tells whoever watches
 * @param guard - of the adapter's errors: around each feature
 */
export function remoteConnector(
  session: RemoteSession,
  namespace: Namespace,
  make: (
    state: RemoteState,
    tell: (reason: 'accounts' | 'chain' | 'expiry') => void,
  ) => RemoteFamily,
  guard: Guard = (call) => call,
): Connector {
  const { accounts = [], types } = session.namespaces[namespace] ?? {}
  const state: RemoteState = { accounts, types, expiresAt: session.expiresAt, hasEnded: false }
  const listeners = new Set<(event: ConnectorEvent) => void>()
  const eventOf = (reason: 'accounts' | 'chain' | 'expiry'): ConnectorEvent => {
    const next = family.current()
    // Its own family alone: a wallet may take one back and leave the others.
    return next ? { type: 'session', session: next, reason } : { type: 'end', namespace }
  }
  const family: RemoteFamily = make(state, (reason) => {
    for (const listener of [...listeners]) {
      listener(eventOf(reason))
    }
  })
  const isGranted =
    family.isGranted ??
    ((id) => state.accounts.some((account) => isAccountId(account) && chainOf(account) === id))

  /** Takes over what an event says. */
  function takeEvent(event: RemoteSessionEvent): 'accounts' | 'chain' | 'expiry' | undefined {
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
      // After a reload the chain that was shown before it, while it is one of the kit's and granted
      // still.
      const shown = last?.find((one) => one.namespace === namespace)?.selected
      const wished = chains.find(
        ({ id }) => shown !== undefined && chainOf(shown) === id && isGranted(id),
      )
      state.chain ??= (wished ?? chains.find(({ id }) => isGranted(id)))?.id
      const granted = family.current()
      if (!granted)
        throw new LatchkeyError('account-missing', {
          reason: `the session holds no account of ${namespace}`,
        })
      return { sessions: [granted] }
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
        const reason = takeEvent(event)
        if (reason) listener(eventOf(reason))
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
