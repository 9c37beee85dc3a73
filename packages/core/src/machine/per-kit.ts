import { inside } from './inside.ts'
import type { Kit } from './kit.ts'

/**
 * Declares what a module keeps for each kit; it is made when it is first read. The function that
 * this returns is the only way to it, so its type and its owner are known wherever it is used. Two
 * kits share nothing, and what is kept goes with its kit.
 */
/* @__NO_SIDE_EFFECTS__ */
export function perKit<T extends object>(make: (kit: Kit) => T): (kit: Kit) => T {
  const made = new WeakMap<object, T>()
  return (kit) => {
    const kept = made.get(kit[inside]) ?? make(kit)
    made.set(kit[inside], kept)
    return kept
  }
}
