import { setImmediate } from 'node:timers/promises'

const atOnce = 8

/**
 * `map` over a list that takes a while, a few at a time: in between the process serves whoever
 * waits, sockets of the relay above all.
 */
export async function inSlices<T, R>(
  items: readonly T[],
  map: (item: T, at: number) => R,
): Promise<R[]> {
  const mapped: R[] = []
  for (let from = 0; from < items.length; from += atOnce) {
    if (from > 0) await setImmediate()
    for (const [at, item] of items.slice(from, from + atOnce).entries()) {
      mapped.push(map(item, from + at))
    }
  }
  return mapped
}
