import type { Kit } from './kit.ts'
import { readStored } from './stored.ts'

/** As many as a visitor has accounts that are looked at in turn. */
export const mostNames = 20
const longest = 255

/** Puts the names of storage into memory. */
export function restoreNames(kit: Kit): void {
  for (const [address, name] of storedNames(kit)) kit.memory.set(address, name)
}

/** Names by address, the newest first; what is foreign is left out. */
export function storedNames(kit: Kit): readonly (readonly [address: string, name: string])[] {
  const stored = readStored(kit, 'names')
  if (!Array.isArray(stored)) return []
  return stored.slice(0, mostNames).filter((entry) => Array.isArray(entry) && entry.length === 2 && entry.every(isText))
}

export function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= longest
}
