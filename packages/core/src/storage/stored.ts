import type { Kit } from '../machine/kit.ts'

export type StorageName =
  | 'active'
  | 'connections'
  | 'disconnected'
  | 'recent'
  | 'pending'
  | 'theme'
  | 'names'
  | 'receivers'
  | 'settled'
  | 'sign-in'

/** A storage key, `latchkey.{kit id}.v1.{name}`; without a name, the common prefix. */
export function storageKey(kit: Pick<Kit, 'id'>, name: StorageName | ''): string {
  return `latchkey.${kit.id}.v1.${name}`
}

/**
 * Reads one entry. An entry that is no JSON, or longer than 256 KiB, is removed and counts as
 * absent. The caller checks the shape.
 */
export function readStored(kit: Kit, name: StorageName): unknown {
  const key = storageKey(kit, name)
  try {
    const text = kit.storage?.getItem(key)
    if (typeof text !== 'string') return undefined
    if (text.length <= 262_144) return JSON.parse(text)
  } catch {
    // A corrupt entry is removed below and never throws.
  }
  try {
    kit.storage?.removeItem(key)
  } catch {
    // A blocked storage counts as empty.
  }
  return undefined
}

/**
 * Connectors that the visitor disconnected: never resumed silently, even when other stored data
 * lists them.
 */
export function disconnectedIds(kit: Kit): readonly string[] {
  const ids = readStored(kit, 'disconnected')
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
