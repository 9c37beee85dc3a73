/**
 * Three hues for the gradient of an address: the same for every spelling of it, different for
 * nearly every other address.
 */
export function avatarHues(address: string): readonly [number, number, number] {
  // Computes FNV-1a with 32 bits. This hash separates similar addresses, and is synchronous, unlike
  // those of WebCrypto.
  let hash = 0x811c9dc5
  for (const character of address.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  }
  const firstHue = hash % 360
  return [
    firstHue,
    (firstHue + 60 + ((hash >>> 9) % 60)) % 360,
    (firstHue + 180 + ((hash >>> 18) % 90)) % 360,
  ]
}
