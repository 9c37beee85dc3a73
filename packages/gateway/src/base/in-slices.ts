import { setImmediate } from 'node:timers/promises'

const sliceSize = 8

/**
 * Maps a long list in small slices; between slices the event loop serves other work, above all
 * relay sockets.
 */
export async function inSlices<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
): Promise<R[]> {
  const mapped: R[] = []
  for (let from = 0; from < items.length; from += sliceSize) {
    if (from > 0) await setImmediate()
    for (const [index, item] of items.slice(from, from + sliceSize).entries()) {
      mapped.push(map(item, from + index))
    }
  }
  return mapped
}
