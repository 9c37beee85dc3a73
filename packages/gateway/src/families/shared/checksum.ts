import { createHash } from 'node:crypto'

/** The first four bytes of the double SHA-256. */
export function checksumOf(bytes: Uint8Array): Uint8Array {
  const once = createHash('sha256').update(bytes).digest()
  return new Uint8Array(createHash('sha256').update(once).digest()).slice(0, 4)
}
