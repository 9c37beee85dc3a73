/** Encodes a length of at most 65,535 as Bitcoin's CompactSize integer. */
export function compactSize(length: number): readonly number[] {
  return length < 253 ? [length] : [253, length & 255, length >> 8]
}
