import { inside } from './inside.ts'
import type { Kit } from './kit.ts'

/**
 * Declares a value that a module stores for each kit; it is created when it is first read. It can
 * be reached only through the returned function, so its type and the module that uses it are always
 * known. Two kits never share a value, and it is freed together with its kit.
 */
/* @__NO_SIDE_EFFECTS__ */
export function perKit<T extends object>(make: (kit: Kit) => T): (kit: Kit) => T {
  const valuesByKit = new WeakMap<object, T>()
  return (kit) => {
    const kitValue = valuesByKit.get(kit[inside]) ?? make(kit)
    valuesByKit.set(kit[inside], kitValue)
    return kitValue
  }
}
