import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { State } from '../machine/state.ts'
import { lockedSessionsOf } from './locked.ts'
import { type StorageName, storageKey } from './stored.ts'
import { writtenConnectorIds } from './written-connector-ids.ts'

/**
 * Writes an entry to storage only when it differs from the stored one, so that a page load before
 * any click writes nothing. An empty value removes the entry. Returns whether storage now has this
 * value.
 */
export function writeStored(kit: Kit, name: StorageName, value: unknown): boolean {
  const key = storageKey(kit, name)
  const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0)
  try {
    const text = isEmpty
      ? null
      : JSON.stringify(value, (_, v) => (typeof v === 'bigint' ? `${v}` : v))
    if (!kit.storage) return false
    if (kit.storage.getItem(key) === text) return true
    if (text === null) kit.storage.removeItem(key)
    else kit.storage.setItem(key, text)
    return true
  } catch {
    // When storage is full or blocked, the error is ignored: only reconnecting after a reload is
    // then impossible.
    return false
  }
}

/**
 * Stores the current connections and those of locked wallets. When this has succeeded,
 * `writtenConnectorIds` has the connectors of the current connections only.
 */
export function persistConnections(kit: Kit): void {
  const keptEntries = keptConnections(kit.getState())
  const lockedEntries = [...lockedSessionsOf(kit)].filter(
    ([id]) => !keptEntries.some(({ connector }) => connector === id),
  )
  const isWritten = writeStored(kit, 'connections', [
    ...keptEntries,
    ...lockedEntries.map(([connector, last]) => ({ connector, ...last })),
  ])
  if (!isWritten) return
  const writtenConnectors = writtenConnectorIds(kit)
  writtenConnectors.clear()
  for (const { connector } of keptEntries) {
    writtenConnectors.add(connector)
  }
}

/**
 * Deletes the stored data about the visitor (such as receivers and names) once no connection is
 * left.
 */
export function forgetVisitor(kit: Kit): void {
  if (keptConnections(kit.getState()).length > 0 || lockedSessionsOf(kit).size > 0) return
  for (const name of ['names', 'receivers', 'settled'] as const) {
    writeStored(kit, name, undefined)
  }
}

/**
 * Returns the connections in the form in which they are stored, including those that are resuming.
 */
export function keptConnections(
  state: State,
): readonly { readonly connector: string; readonly sessions: unknown; readonly hidden: unknown }[] {
  return Object.keys(state.connections).flatMap((connector) => {
    const connection = readOwnField(state.connections, connector)
    const sessionSource = connection?.status === 'resuming' ? connection.last : connection
    return sessionSource && 'sessions' in sessionSource
      ? [{ connector, sessions: sessionSource.sessions, hidden: sessionSource.hidden }]
      : []
  })
}
