import type { Stop } from './contract.ts'
import type { Kit } from './kit.ts'
import { own } from './own.ts'
import type { State } from './state.ts'

export type StorageName = 'active' | 'connections' | 'disconnected' | 'recent' | 'pending' | 'theme'

/** `latchkey.{kit id}.v1.{name}` */
export function storageKey(kit: Pick<Kit, 'id'>, name: StorageName): string {
  return `latchkey.${kit.id}.v1.${name}`
}

/** Reads one entry; what is no JSON, or longer than 256 KiB, is removed and counts as absent. Shapes are the caller's to check. */
export function readStored(kit: Kit, name: StorageName): unknown {
  const key = storageKey(kit, name)
  try {
    const text = kit.storage?.getItem(key)
    if (typeof text === 'string' && text.length <= 262_144) return JSON.parse(text)
    if (typeof text !== 'string') return undefined
  } catch {
    // Foreign or corrupt: dropped below, never fatal.
  }
  write(kit, name, undefined)
  return undefined
}

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

/** Keeps what a reload needs: one subscriber among others. */
export function persist(kit: Kit): Stop {
  return kit.watch((event, state, previous) => {
    // While resuming begins, storage is what is being read; a wallet that is merely late is not forgotten.
    if (event.type === 'restored' || event.type === 'resume-started') return
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
  })
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

/** Connectors the visitor ended: never resumed silently, whatever else says they were connected. */
export function disconnectedIds(kit: Kit): readonly string[] {
  const ids = readStored(kit, 'disconnected')
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
