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

/** `latchkey.{kit id}.v1.{name}`; without a name, how all begin. */
export function storageKey(kit: Pick<Kit, 'id'>, name: StorageName | ''): string {
  return `latchkey.${kit.id}.v1.${name}`
}

/**
 * Reads one entry; what is no JSON, or longer than 256 KiB, is removed and counts as absent. Shapes
 * are the caller's to check.
 */
export function readStored(kit: Kit, name: StorageName): unknown {
  const key = storageKey(kit, name)
  try {
    const text = kit.storage?.getItem(key)
    if (typeof text !== 'string') return undefined
    if (text.length <= 262_144) return JSON.parse(text)
  } catch {
    // Foreign or corrupt: dropped below, never fatal.
  }
  try {
    kit.storage?.removeItem(key)
  } catch {
    // A closed storage holds nothing.
  }
  return undefined
}

/** Connectors the visitor ended: never resumed silently, whatever else says they were connected. */
export function disconnectedIds(kit: Kit): readonly string[] {
  const ids = readStored(kit, 'disconnected')
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
