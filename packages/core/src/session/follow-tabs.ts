import type { Session } from '../contract/contract.ts'
import { checkGrant } from '../machine/check-grant.ts'
import { getConnection } from '../machine/get-connection.ts'
import { heldNamespaces } from '../machine/held.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwn } from '../machine/read-own.ts'
import { reduceConnection } from '../machine/reduce-connection.ts'
import type { LastSession } from '../machine/state.ts'
import { lockedOf } from '../storage/locked.ts'
import { disconnectedIds, readStored } from '../storage/stored.ts'
import { storedConnections } from '../storage/stored-connections.ts'
import { persistConnections } from '../storage/write-stored.ts'
import { restoreChoices } from './restore.ts'
import { restorePending } from './restore-pending.ts'
import { resumeSession } from './resume-session.ts'

/**
 * Does here what the visitor has done in another tab of the site, as storage tells it; each entry
 * is foreign until validated.
 */
export function followTabs(kit: Kit): void {
  kit.learn('connection', reduceConnection)
  const ended = disconnectedIds(kit)
  // The other tab has told the wallet.
  for (const connector of Object.keys(kit.getState().connections)) {
    if (ended.includes(connector) && heldNamespaces(getConnection(kit, { connector })).length)
      kit.dispatch({ type: 'disconnected', connector })
  }
  for (const connector of ended) {
    kit.memory.delete(triedKey(connector))
  }
  // Its wallet may have said here that it is locked before the other tab was heard.
  const locked = lockedOf(kit)
  const isForgotten = ended.filter((connector) => locked.delete(connector)).length > 0
  restoreChoices(kit)
  const stored = storedConnections(kit)
  for (const { connector, last } of stored) {
    if (!ended.includes(connector)) followConnection(kit, connector, last)
  }
  followPending(kit)
  // A tab that could not take part has written what it has: what stands here is kept.
  const isKept = (id: string): boolean => stored.some(({ connector }) => connector === id)
  const held = Object.entries(kit.getState().connections).filter(
    ([, { status }]) => status === 'connected',
  )
  if (isForgotten || held.some(([id]) => !isKept(id))) persistConnections(kit)
}

const triedKey = (connector: string): string => `followed:${connector}`

function followConnection(kit: Kit, connector: string, last: LastSession): void {
  const here = getConnection(kit, { connector })
  if (here.status === 'connected') {
    for (const namespace of last.hidden) {
      if (heldNamespaces(here).includes(namespace))
        kit.dispatch({ type: 'disconnected', connector, namespace })
    }
    if (here.hidden.some((namespace) => !last.hidden.includes(namespace)))
      kit.dispatch({ type: 'namespaces-revealed', connector })
    for (const session of last.sessions) {
      followSession(kit, connector, session)
    }
    return
  }
  const isFree = here.status === 'idle' || here.status === 'failed'
  // Once for what was granted there: two tabs, of which one cannot, must not write against one
  // another for ever.
  const tried = JSON.stringify(last)
  if (
    !isFree ||
    kit.options.enableReconnect === false ||
    kit.memory.get(triedKey(connector)) === tried
  )
    return
  kit.memory.set(triedKey(connector), tried)
  const attempt = kit.newAttempt()
  kit.dispatch({ type: 'resume-started', connector, attempt, last })
  void resumeSession(kit, { connector, last, attempt })
}

/**
 * What another tab has sent settles here as well, and is not lost when this one writes what it
 * knows.
 */
function followPending(kit: Kit): void {
  const entries = readStored(kit, 'pending')
  const { transactions } = kit.getState()
  const isNews = (entry: unknown): boolean => {
    const { id, status } = (entry ?? {}) as Record<string, unknown>
    return status === 'submitted' && typeof id === 'string' && !readOwn(transactions, id)
  }
  const news = Array.isArray(entries) ? entries.slice(0, 100).filter(isNews) : []
  restorePending(kit, news).catch(() => {
    // They stand in storage still.
  })
}

/**
 * An account that this tab was granted too is picked here; for any other the wallet is asked,
 * silently, what holds here.
 */
function followSession(kit: Kit, id: string, { namespace, selected, picked }: Session): void {
  const here = getConnection(kit, { connector: id })
  const session =
    here.status === 'connected' && here.sessions.find((one) => one.namespace === namespace)
  if (!session || session.selected === selected) return
  if (session.accounts.some(({ account }) => account === selected)) {
    const { picked: _, ...rest } = session
    const change = { ...rest, selected, ...(picked && { picked }) }
    kit.dispatch({ type: 'session-changed', connector: id, session: change, reason: 'selected' })
    return
  }
  const connector = readOwn(kit.getState().connectors, id)
  const chains = kit.chains.filter((chain) => chain.id.startsWith(`${namespace}:`))
  const { signal } = new AbortController()
  connector
    ?.connect({ chains, silent: true, last: [session], signal, onPrompt: () => {} })
    .then((grant) => {
      for (const answer of checkGrant(kit, connector, grant).sessions) {
        if (answer.namespace === namespace && answer.selected !== session.selected)
          kit.dispatch({ type: 'session-changed', connector: id, session: answer, reason: 'chain' })
      }
    })
    .catch(() => {
      // It says by itself when the session is over.
    })
}
