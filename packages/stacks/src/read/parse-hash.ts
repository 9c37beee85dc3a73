/**
 * A transaction's id as nodes write it, in lower case after 0x; null when the text is none. Wallets
 * answer it with and without 0x.
 */
export function parseHash(text: string): string | null {
  const [, digits] = /^(?:0x)?([0-9a-f]{64})$/i.exec(text) ?? []
  return digits === undefined ? null : `0x${digits.toLowerCase()}`
}
