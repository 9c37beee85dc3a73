import type { KitEvent } from './event.ts'
import type { Kit } from './kit.ts'
import { forgetTaken, lockedOf } from './locked.ts'
import { own } from './own.ts'
import type { State } from './state.ts'
import { disconnectedIds } from './stored.ts'
import { keptConnections, persistConnections, write } from './write.ts'

/** Keeps what a reload needs, event by event. */
export function persist(kit: Kit, event: KitEvent, state: State, previous: State): void {
  // A wallet that is merely late is not forgotten.
  if (event.type === 'resume-failed' && event.error.code === 'connector-gone') return
  if (state.connections !== previous.connections) {
    if (event.type === 'session-ended' && event.isLocked) keepLocked(kit, event.connector, previous)
    forgetTaken(kit, state)
    const kept = keptConnections(state)
    const before = keptConnections(previous)
    persistConnections(kit)
    // Whoever ends the last connection leaves nothing behind of whom was paid, and how one is called.
    if (event.type === 'disconnected' && kept.length === 0)
      for (const name of ['names', 'receivers'] as const) write(kit, name, undefined)
    if (event.type === 'disconnected' || event.type === 'connect-granted') {
      const isKept = (id: string): boolean => kept.some((c) => c.connector === id)
      const ended = before.map((c) => c.connector).filter((id) => !isKept(id))
      const old = disconnectedIds(kit).filter((id) => !isKept(id) && !ended.includes(id))
      write(kit, 'disconnected', [...ended, ...old].slice(0, 20))
    }
  }
  const isChoice = !event.type.startsWith('resume-')
  if (isChoice && (state.namespace !== previous.namespace || state.chains !== previous.chains))
    write(kit, 'active', { namespace: state.namespace, chains: state.chains })
  if (state.recent !== previous.recent) write(kit, 'recent', state.recent)
  if (state.transactions !== previous.transactions) {
    const isPending = ['signing', 'submitted', 'unknown']
    // The state is bounded already, to the newest.
    const pending = Object.values(state.transactions).filter((t) => isPending.includes(t.status))
    write(kit, 'pending', pending)
  }
}

function keepLocked(kit: Kit, connector: string, { connections }: State): void {
  const connection = own(connections, connector)
  if (connection?.status !== 'connected' || kit.options.enableReconnect === false) return
  // Another tab has ended it, and the wallet, told so, says here that it shares nothing: it is no longer wanted.
  if (disconnectedIds(kit).includes(connector)) return
  const { sessions, hidden } = connection
  lockedOf(kit).set(connector, { sessions, hidden })
  void import('./resume-session.ts').then(({ resumeUnlocked }) => resumeUnlocked(kit, connector))
}
