import { inWords, LatchkeyError, type Namespace } from '@latchkey/protocol'
import { toError, toFailure } from '../machine/failure.ts'
import { getConnection } from '../machine/get-connection.ts'
import { heldNamespaces } from '../machine/held.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { note } from '../machine/note.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'
import type { LastSession } from '../machine/state.ts'
import { lockedSessionsOf } from '../storage/locked.ts'

/** Milliseconds to wait for a wallet's answer; the page is disconnected even when none comes. */
const disconnectTimeoutMs = 5000

/**
 * Ends connections, first on this page and then in the wallets. Without parameters all connections
 * are ended, with `namespace` all connections of that namespace. When a wallet's session covers
 * several namespaces, disconnecting one of them only hides it on this page; the wallet is told when
 * its last namespace is disconnected.
 * @throws `disconnect-failed` when a wallet could not be told (the page is disconnected all the
 *   same)
 */
export function disconnect(kit: Kit, parameters: disconnect.Parameters = {}): Promise<void> {
  return inWords(runDisconnect(kit, parameters))
}

async function runDisconnect(
  kit: Kit,
  { namespace, connector }: disconnect.Parameters,
): Promise<void> {
  kit[inside].learn({ connection: reduceConnection })
  const { connections, connectors, signIn } = kit.getState()
  const connectionIds = Object.keys(connections)
  const key = namespace === undefined ? readOwnField(connectors, connector)?.together : undefined
  // Connections that were opened by one prompt are one wallet to the visitor, so they end together.
  const wallet =
    key === undefined
      ? []
      : connectionIds.filter(
          (id) => id !== connector && readOwnField(connectors, id)?.together === key,
        )
  const holdsNamespace = (id: string): boolean =>
    namespace === undefined || heldNamespaces(readOwnField(connections, id)).includes(namespace)
  const ids =
    connector === undefined ? connectionIds.filter(holdsNamespace) : [connector, ...wallet]
  const pendingCalls: Promise<void>[] = []
  let hasEnded = false
  const lockedSessions = lockedSessionsOf(kit)
  const isRequestedConnector = (id: string): boolean =>
    connector === id ||
    (connector === undefined &&
      (namespace === undefined || hasNamespace(lockedSessions.get(id), namespace)))
  const forgottenIds = [...lockedSessions.keys()].filter(isRequestedConnector)
  const forgottenSessions = forgottenIds.flatMap((id) => lockedSessions.get(id) ?? [])
  for (const id of forgottenIds) {
    lockedSessions.delete(id)
  }
  // After the visitor has disconnected, unlocking the wallet must not connect it again.
  if (forgottenIds.length > 0)
    void import('../storage/write-stored.ts').then(({ persistConnections, forgetVisitor }) => {
      persistConnections(kit)
      forgetVisitor(kit)
    })
  for (const id of ids) {
    const wasConnected = heldNamespaces(readOwnField(connections, id)).length > 0
    kit[inside].dispatch({
      type: 'disconnected',
      connector: id,
      ...(namespace === undefined ? {} : { namespace }),
    })
    if (!wasConnected || getConnection(kit, { connector: id }).status !== 'idle') continue
    hasEnded = true
    const knownConnector = readOwnField(connectors, id)
    if (knownConnector) pendingCalls.push(knownConnector.disconnect())
  }
  // The code that ends the sign-in session with its connection has already seen these connections
  // end. It has not seen that locked wallets were forgotten, so it is told here.
  if (
    (kit.options.signIn || signIn.status === 'signed-in') &&
    (hasEnded || forgottenSessions.length > 0)
  )
    pendingCalls.push(
      import('../sign/index.ts').then(({ endWithWallet, lastSignOut }) => {
        endWithWallet(kit, forgottenSessions)
        return lastSignOut(kit)
      }),
    )
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LatchkeyError('disconnect-failed', { reason: 'no answer' })),
      disconnectTimeoutMs,
    )
  })
  try {
    await Promise.race([Promise.all(pendingCalls), timeout])
  } catch (cause) {
    const error = new LatchkeyError('disconnect-failed', { cause })
    note(kit, {
      type: 'disconnect-failed',
      error: toFailure(toError(kit, [], cause, { unknown: 'disconnect-failed' })),
    })
    throw error
  } finally {
    clearTimeout(timer)
  }
}

function hasNamespace(last: LastSession | undefined, namespace: Namespace): boolean {
  return last?.sessions.some((session) => session.namespace === namespace) ?? false
}

export declare namespace disconnect {
  type Parameters = {
    /** Disconnects this namespace in every wallet that holds it. */
    readonly namespace?: Namespace | undefined
    /** Disconnects only the wallet of this connector. */
    readonly connector?: string | undefined
  }
}
