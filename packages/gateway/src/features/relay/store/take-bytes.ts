/** Takes items from the front that fit into `maxBytes`, but at least one. */
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
