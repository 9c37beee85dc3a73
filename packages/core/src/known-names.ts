import type { Kit } from './kit.ts'
import { readStored } from './stored.ts'
import { write } from './write.ts'

/** As many as a visitor has accounts that are looked at in turn. */
const most = 20
const longest = 255

/** Keeps the name of a connected address, so that the page can show it before anybody was asked; gone with the connection. */
export function keepName(kit: Kit, { address, name }: { readonly address: string; readonly name: string }): void {
  kit.memory.set(address, name)
  const others = entries(kit).filter(([known]) => known !== address)
  if (name.length <= longest && address.length <= longest)
    write(kit, 'names', [[address, name], ...others].slice(0, most))
}

/** Puts the names of storage into memory. */
export function restoreNames(kit: Kit): void {
  for (const [address, name] of entries(kit)) if (!kit.memory.has(address)) kit.memory.set(address, name)
}

function entries(kit: Kit): readonly (readonly [string, string])[] {
  const stored = readStored(kit, 'names')
  const isText = (value: unknown): value is string =>
    typeof value === 'string' && value.length > 0 && value.length <= longest
  if (!Array.isArray(stored)) return []
  return stored
    .slice(0, most)
    .flatMap((entry) => (Array.isArray(entry) && isText(entry[0]) && isText(entry[1]) ? [[entry[0], entry[1]]] : []))
}
