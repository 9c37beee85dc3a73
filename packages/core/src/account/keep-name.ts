import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { readStored } from '../storage/stored.ts'
import { writeStored } from '../storage/write-stored.ts'

/**
 * Maximum number of account names that are kept in storage: about as many accounts as a visitor
 * uses in turn.
 */
const maxNames = 20
const maxNameLength = 200

/**
 * Keeps the name (such as an ENS name) of a connected address in storage, so that the page can show
 * the name before any server is asked. The name is deleted when the last connection ends.
 */
export function keepName(
  kit: Kit,
  { address, name }: { readonly address: string; readonly name: string },
): void {
  kit[inside].names.set(address, name)
  if (name.length > maxNameLength) return
  const storedNames = readStored(kit, 'names')
  const isOtherName = (entry: unknown): boolean =>
    Array.isArray(entry) && entry.length === 2 && entry[0] !== address
  const otherNames = Array.isArray(storedNames) ? storedNames.filter(isOtherName) : []
  writeStored(kit, 'names', [[address, name], ...otherNames].slice(0, maxNames))
}
