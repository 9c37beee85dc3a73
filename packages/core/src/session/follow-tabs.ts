import type { Session } from '../contract/session.ts'
import { checkGrant } from '../machine/check-grant.ts'
import { getConnection } from '../machine/get-connection.ts'
import { heldNamespaces } from '../machine/held.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'
import type { LastSession } from '../machine/state.ts'
import { lockedSessionsOf } from '../storage/locked.ts'
import { disconnectedIds, readStored } from '../storage/stored.ts'
import { storedConnections } from '../storage/stored-connections.ts'
import { persistConnections } from '../storage/write-stored.ts'
import { restoreChoices } from './restore.ts'
import { restorePending } from './restore-pending.ts'
import { resumeSession } from './resume-session.ts'

/**
 * For each connector, the connection of another tab (as JSON) that this tab last tried to resume.
 */
const triedSessionsOf: (kit: Kit) => Map<string, string> = perKit(() => new Map())

/**
 * Repeats on this page what the visitor did in another tab of the site, as the shared storage shows
 * it. Each stored entry is untrusted until validated.
 */
export function followTabs(kit: Kit): void {
  kit[inside].learn({ connection: reduceConnection })
  const endedIds = disconnectedIds(kit)
  // A connection that another tab has ended is ended here without asking the wallet to disconnect,
  // because the other tab has already done that.
  for (const connector of Object.keys(kit.getState().connections)) {
    if (endedIds.includes(connector) && heldNamespaces(getConnection(kit, { connector })).length)
      kit[inside].dispatch({ type: 'disconnected', connector })
  }
  for (const connector of endedIds) {
    triedSessionsOf(kit).delete(connector)
  }
  // The wallet may have reported to this tab that it is locked before this tab read what the other
  // tab changed; the locked session is then deleted too.
  const lockedSessions = lockedSessionsOf(kit)
  const isForgotten = endedIds.filter((connector) => lockedSessions.delete(connector)).length > 0
  const storedEntries = storedConnections(kit)
  for (const { connector, last } of storedEntries) {
    if (!endedIds.includes(connector)) followConnection(kit, connector, last)
  }
  // Another tab may have chosen a wallet as the active one that is connected in this tab only now.
  restoreChoices(kit)
  followPending(kit)
  // A tab that could not resume a connection may have removed it from storage; when this tab still
  // has the connection, it stores the connection again.
  const isKept = (id: string): boolean => storedEntries.some(({ connector }) => connector === id)
  const connectedEntries = Object.entries(kit.getState().connections).filter(
    ([, { status }]) => status === 'connected',
  )
  if (isForgotten || connectedEntries.some(([id]) => !isKept(id))) persistConnections(kit)
}

function followConnection(kit: Kit, connector: string, last: LastSession): void {
  const connection = getConnection(kit, { connector })
  if (connection.status === 'connected') {
    for (const namespace of last.hidden) {
      if (heldNamespaces(connection).includes(namespace))
        kit[inside].dispatch({ type: 'disconnected', connector, namespace })
    }
    if (connection.hidden.some((namespace) => !last.hidden.includes(namespace)))
      kit[inside].dispatch({ type: 'namespaces-revealed', connector })
    for (const session of last.sessions) {
      followSession(kit, connector, session)
    }
    return
  }
  const isIdleOrFailed = connection.status === 'idle' || connection.status === 'failed'
  // A connection that another tab stored is tried only once. Otherwise, if one of two tabs cannot
  // resume it, the tabs would overwrite each other's storage for ever.
  const sessionText = JSON.stringify(last)
  const triedSessions = triedSessionsOf(kit)
  if (
    !isIdleOrFailed ||
    kit.options.enableReconnect === false ||
    triedSessions.get(connector) === sessionText
  )
    return
  triedSessions.set(connector, sessionText)
  const attempt = kit[inside].newAttempt()
  kit[inside].dispatch({ type: 'resume-started', connector, attempt, last })
  void resumeSession(kit, { connector, last, attempt })
}

/**
 * Transactions that another tab has sent are watched here too, so that this tab's next write to
 * storage does not delete them.
 */
function followPending(kit: Kit): void {
  const entries = readStored(kit, 'pending')
  const { transactions } = kit.getState()
  const isNewTransaction = (entry: unknown): boolean => {
    const { id, status } = (entry ?? {}) as Record<string, unknown>
    return status === 'submitted' && typeof id === 'string' && !readOwnField(transactions, id)
  }
  const newTransactions = Array.isArray(entries)
    ? entries.slice(0, 100).filter(isNewTransaction)
    : []
  restorePending(kit, newTransactions).catch(() => {
    // Nothing is lost when this fails, because the transactions are still in storage.
  })
}

/**
 * Selects the account that another tab selected, if the wallet granted it to this tab too;
 * otherwise the wallet is asked silently which accounts this tab has.
 */
function followSession(kit: Kit, id: string, { namespace, selected, picked }: Session): void {
  const connection = getConnection(kit, { connector: id })
  const session =
    connection.status === 'connected' &&
    connection.sessions.find((one) => one.namespace === namespace)
  if (!session || session.selected === selected) return
  if (session.accounts.some(({ account }) => account === selected)) {
    const { picked: _, ...unpickedSession } = session
    const changedSession = { ...unpickedSession, selected, ...(picked && { picked }) }
    kit[inside].dispatch({
      type: 'session-changed',
      connector: id,
      session: changedSession,
      reason: 'selected',
    })
    return
  }
  const connector = readOwnField(kit.getState().connectors, id)
  const namespaceChains = kit.chains.filter((chain) => chain.id.startsWith(`${namespace}:`))
  const { signal } = new AbortController()
  connector
    ?.connect({
      chains: namespaceChains,
      silent: true,
      last: [session],
      signal,
      onPrompt: () => {},
    })
    .then((grant) => {
      for (const answer of checkGrant(kit, connector, grant).sessions) {
        if (answer.namespace === namespace && answer.selected !== session.selected)
          kit[inside].dispatch({
            type: 'session-changed',
            connector: id,
            session: answer,
            reason: 'chain',
          })
      }
    })
    .catch(() => {
      // The error is ignored: if the session has ended, the wallet itself reports that.
    })
}
