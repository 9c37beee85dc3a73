/** A length as Bitcoin writes it before bytes, up to 65,535. */
export function compactSize(length: number): readonly number[] {
  return length < 253 ? [length] : [253, length & 255, length >> 8]
}
