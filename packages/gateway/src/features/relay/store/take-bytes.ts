/** As many from the front as fit into `maxBytes`, one at least. */
export function takeBytes<T extends { readonly bytes: number }>(
  items: readonly T[],
  maxBytes: number,
): { readonly taken: readonly T[]; readonly hasMore: boolean } {
  const sum = { bytes: 0 }
  const end = items.findIndex(({ bytes }, at) => {
    sum.bytes += bytes
    return at > 0 && sum.bytes > maxBytes
  })
  return end < 0 ? { taken: items, hasMore: false } : { taken: items.slice(0, end), hasMore: true }
}
