import { setImmediate } from 'node:timers/promises'

const sliceSize = 8

/**
 * Maps a long list in small slices; between slices the event loop serves other work, above all
 * relay sockets.
 */
export async function mapInSlices<T, R>(
  items: readonly T[],
  map: (item: T, index: number) => R,
): Promise<R[]> {
  const mappedItems: R[] = []
  for (let sliceStart = 0; sliceStart < items.length; sliceStart += sliceSize) {
    if (sliceStart > 0) await setImmediate()
    for (const [index, item] of items.slice(sliceStart, sliceStart + sliceSize).entries()) {
      mappedItems.push(map(item, sliceStart + index))
    }
  }
  return mappedItems
}
