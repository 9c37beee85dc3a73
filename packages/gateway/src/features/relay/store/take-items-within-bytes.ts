/** Takes as many items from the front of a list as fit into `maxBytes`, but at least one. */
export function takeItemsWithinBytes<T extends { readonly bytes: number }>(
  items: readonly T[],
  maxBytes: number,
): { readonly taken: readonly T[]; readonly hasMore: boolean } {
  const sum = { bytes: 0 }
  const takenEnd = items.findIndex(({ bytes }, index) => {
    sum.bytes += bytes
    return index > 0 && sum.bytes > maxBytes
  })
  return takenEnd < 0
    ? { taken: items, hasMore: false }
    : { taken: items.slice(0, takenEnd), hasMore: true }
}
