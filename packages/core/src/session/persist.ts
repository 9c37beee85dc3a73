import type { KitEvent } from '../machine/event.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { State } from '../machine/state.ts'
import { forgetTakenSessions, lockedSessionsOf } from '../storage/locked.ts'
import { disconnectedIds } from '../storage/stored.ts'
import {
  forgetVisitor,
  keptConnections,
  persistConnections,
  writeStored,
} from '../storage/write-stored.ts'

/** Writes to storage what a page reload needs; called after each event. */
export function persist(kit: Kit, event: KitEvent, state: State, previous: State): void {
  // A wallet that announced itself too late may still be resumed, so its stored connection is not
  // deleted.
  if (event.type === 'resume-failed' && event.error.code === 'connector-gone') return
  if (state.connections !== previous.connections) {
    if (event.type === 'session-ended' && event.isLocked)
      storeLockedSession(kit, event.connector, previous)
    forgetTakenSessions(kit, state)
    const keptEntries = keptConnections(state)
    const previousEntries = keptConnections(previous)
    persistConnections(kit)
    if (isVisitorGone(event)) forgetVisitor(kit)
    if (event.type === 'disconnected' || event.type === 'connect-granted') {
      const isConnectionKept = (id: string): boolean => keptEntries.some((c) => c.connector === id)
      const endedIds = previousEntries.map((c) => c.connector).filter((id) => !isConnectionKept(id))
      const olderEndedIds = disconnectedIds(kit).filter(
        (id) => !isConnectionKept(id) && !endedIds.includes(id),
      )
      writeStored(kit, 'disconnected', [...endedIds, ...olderEndedIds].slice(0, 20))
    }
  }
  const isVisitorChoice = !event.type.startsWith('resume-')
  if (
    isVisitorChoice &&
    (state.namespace !== previous.namespace || state.chains !== previous.chains)
  )
    writeStored(kit, 'active', { namespace: state.namespace, chains: state.chains })
  if (state.recent !== previous.recent) writeStored(kit, 'recent', state.recent)
  if (state.transactions !== previous.transactions) {
    const isPending = ['signing', 'submitted', 'unknown']
    // The state already limits the number of transactions to the newest ones.
    const pendingTransactions = Object.values(state.transactions).filter((t) =>
      isPending.includes(t.status),
    )
    writeStored(kit, 'pending', pendingTransactions)
  }
}

/**
 * Whether an event means that a session has ended, on this page or elsewhere. When a wallet only
 * took too long to answer, its session has not ended.
 */
function isVisitorGone(event: KitEvent): boolean {
  if (event.type === 'resume-failed') return event.error.code !== 'connection-timeout'
  return event.type === 'disconnected' || event.type === 'session-ended'
}

function storeLockedSession(kit: Kit, connector: string, { connections }: State): void {
  const connection = readOwnField(connections, connector)
  if (connection?.status !== 'connected' || kit.options.enableReconnect === false) return
  // When another tab has ended the session, the wallet reports to this tab, too, that it shares no
  // account; the session must then not be kept as a locked one.
  if (disconnectedIds(kit).includes(connector)) return
  const { sessions, hidden } = connection
  lockedSessionsOf(kit).set(connector, { sessions, hidden })
  void import('./resume-session.ts').then(({ resumeUnlocked }) => resumeUnlocked(kit, connector))
}
