import type { Kit } from '../machine/kit.ts'
import { readStored } from '../storage/stored.ts'
import { writeStored } from '../storage/write-stored.ts'

/** As many as a visitor has accounts that are looked at in turn. */
const most = 20
const longest = 200

/**
 * Keeps the name of a connected address, so that the page can show it before anybody is asked; gone
 * with the last connection.
 */
export function keepName(
  kit: Kit,
  { address, name }: { readonly address: string; readonly name: string },
): void {
  kit.memory.set(address, name)
  if (name.length > longest) return
  const stored = readStored(kit, 'names')
  const isOther = (entry: unknown): boolean =>
    Array.isArray(entry) && entry.length === 2 && entry[0] !== address
  const others = Array.isArray(stored) ? stored.filter(isOther) : []
  writeStored(kit, 'names', [[address, name], ...others].slice(0, most))
}
