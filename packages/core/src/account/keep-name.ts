import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { readStored } from '../storage/stored.ts'
import { writeStored } from '../storage/write-stored.ts'

/** Maximum number of names that are kept: about as many accounts as a visitor uses in turn. */
const most = 20
const longest = 200

/**
 * Keeps the name of a connected address in storage, so that the page can show the name before any
 * server is asked. The name is deleted with the last connection.
 */
export function keepName(
  kit: Kit,
  { address, name }: { readonly address: string; readonly name: string },
): void {
  kit[inside].names.set(address, name)
  if (name.length > longest) return
  const stored = readStored(kit, 'names')
  const isOther = (entry: unknown): boolean =>
    Array.isArray(entry) && entry.length === 2 && entry[0] !== address
  const others = Array.isArray(stored) ? stored.filter(isOther) : []
  writeStored(kit, 'names', [[address, name], ...others].slice(0, most))
}
