import type { Kit } from '../machine/kit.ts'

export type StorageName =
  | 'active'
  | 'connections'
  | 'disconnected'
  | 'recent'
  | 'pending'
  | 'payments'
  | 'theme'
  | 'names'
  | 'receivers'
  | 'settled'
  | 'sign-in'

/**
 * Builds a storage key, `latchkey.{kit id}.v1.{name}`; without a name, the prefix that all keys of
 * the kit have.
 */
export function storageKey(kit: Pick<Kit, 'id'>, name: StorageName | ''): string {
  return `latchkey.${kit.id}.v1.${name}`
}

/**
 * Reads one entry of storage. An entry that is no JSON, or longer than 256 KiB, is removed and
 * counts as absent. The caller must check the shape of the result.
 */
export function readStored(kit: Kit, name: StorageName): unknown {
  const key = storageKey(kit, name)
  try {
    const text = kit.storage?.getItem(key)
    if (typeof text !== 'string') return undefined
    if (text.length <= 262_144) return JSON.parse(text)
  } catch {
    // A corrupt entry does not throw: it is removed below.
  }
  try {
    kit.storage?.removeItem(key)
  } catch {
    // A storage that the browser blocks counts as empty.
  }
  return undefined
}

/**
 * Ids of the connectors that the visitor disconnected. They are never resumed silently, even when
 * other stored data lists them.
 */
export function disconnectedIds(kit: Kit): readonly string[] {
  const ids = readStored(kit, 'disconnected')
  return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
}
