import { setImmediate } from 'node:timers/promises'

const atOnce = 8

/**
 * Maps a long list in small slices; between slices the event loop serves other work, above all
 * relay sockets.
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
