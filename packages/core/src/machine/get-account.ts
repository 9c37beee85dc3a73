import { addressOf, chainOf, type Namespace } from '@latchkey/protocol'
import type { Session } from '../contract/session.ts'
import { getPublicStatus } from './get-public-status.ts'
import { heldNamespaces } from './held.ts'
import type { Kit } from './kit.ts'
import { readOwnField } from './read-own-field.ts'
import type { ChainIdOf } from './register.ts'
import type { AccountView, Connection, PublicStatus } from './state.ts'

/**
 * Returns the account, chain and connection status of one namespace, by default the shown one.
 * `account` is present only while the namespace is connected.
 */
export function getAccount<K extends Kit, N extends Namespace = Namespace>(
  kit: K,
  { namespace: requestedNamespace }: getAccount.Parameters<N> = {},
): AccountView<N, ChainIdOf<K>> {
  const state = kit.getState()
  const namespace = requestedNamespace ?? state.namespace
  const id = readOwnField(state.active, namespace) ?? connectingId(kit, namespace)
  const connection = readOwnField(state.connections, id ?? '')
  const session = sessionOf(connection, namespace)
  const chain = session ? chainOf(session.selected) : readOwnField(state.chains, namespace)
  const view = {
    status: session ? 'connected' : statusWithoutSession(connection),
    namespace,
    ...(id === undefined ? {} : { connectorId: id }),
    ...(session ? { account: session.selected, address: addressOf(session.selected) } : {}),
    chain: chain ?? `${namespace}:`,
    isChainSupported: kit.chains.some((candidate) => candidate.id === chain),
    accounts: session?.accounts ?? [],
  }
  return view as AccountView<N, ChainIdOf<K>>
}

/**
 * Returns the status of a namespace that has no session. When the wallet is connected for other
 * namespaces only, this namespace counts as disconnected.
 */
function statusWithoutSession(connection: Connection | undefined): PublicStatus {
  if (!connection || connection.status === 'connected') return 'disconnected'
  return getPublicStatus(connection)
}

export declare namespace getAccount {
  /** CAIP-2 namespace (chain family) to read; default: the one that the page shows. */
  type Parameters<N extends Namespace = Namespace> = { readonly namespace?: N | undefined }
  type ReturnType = AccountView
}

/**
 * Returns the session of a namespace's active connector; undefined when the namespace is not
 * connected, or was disconnected on this page.
 */
export function sessionOf(
  connection: Connection | undefined,
  namespace: Namespace,
): Session | undefined {
  return connection?.status === 'connected' && heldNamespaces(connection).includes(namespace)
    ? connection.sessions.find((session) => session.namespace === namespace)
    : undefined
}

function connectingId(kit: Kit, namespace: Namespace): string | undefined {
  const { connections, connectors } = kit.getState()
  return Object.keys(connections).find(
    (id) =>
      connections[id]?.status === 'connecting' &&
      readOwnField(connectors, id)?.namespaces.includes(namespace),
  )
}
