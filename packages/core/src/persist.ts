import type { KitEvent } from './event.ts'
import type { Kit } from './kit.ts'
import { own } from './own.ts'
import type { State } from './state.ts'
import { disconnectedIds, type StorageName, storageKey } from './stored.ts'

/** Writes only what differs, so that a page load before any click writes nothing. Empty means removed. */
function write(kit: Kit, name: StorageName, value: unknown): void {
  const key = storageKey(kit, name)
  const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0)
  try {
    const text = isEmpty ? null : JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}` : v))
    if (kit.storage?.getItem(key) === text) return
    if (text === null) kit.storage?.removeItem(key)
    else kit.storage?.setItem(key, text)
  } catch {
    // A full or closed storage costs the reconnect, nothing else.
  }
}

/** Keeps what a reload needs, event by event. */
export function persist(kit: Kit, event: KitEvent, state: State, previous: State): void {
  // A wallet that is merely late is not forgotten.
  if (event.type === 'resume-failed' && event.error.code === 'connector-gone') return
  if (state.connections !== previous.connections) {
    const kept = keptConnections(state)
    const before = keptConnections(previous)
    write(kit, 'connections', kept)
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
    const pending = Object.values(state.transactions).filter((t) => isPending.includes(t.status))
    write(kit, 'pending', pending.slice(-99))
  }
}

function keptConnections(
  state: State,
): readonly { readonly connector: string; readonly sessions: unknown; readonly hidden: unknown }[] {
  return Object.keys(state.connections).flatMap((connector) => {
    const connection = own(state.connections, connector)
    const last = connection?.status === 'resuming' ? connection.last : connection
    return last && 'sessions' in last ? [{ connector, sessions: last.sessions, hidden: last.hidden }] : []
  })
}
