import type { Kit } from './kit.ts'
import { isText, mostNames, storedNames } from './known-names.ts'
import { write } from './write.ts'

/** Puts the name of an address first among those that storage holds. */
export function writeName(kit: Kit, address: string, name: string): void {
  const others = storedNames(kit).filter(([known]) => known !== address)
  if (isText(address) && isText(name)) write(kit, 'names', [[address, name], ...others].slice(0, mostNames))
}
