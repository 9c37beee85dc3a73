import { base58 as coder } from '@scure/base'

export function base58(bytes: Uint8Array): string {
  return coder.encode(bytes)
}

/**
 * Bytes of base58 text; null for anything else, or text of more than `most` letters: its cost grows
 * with the square.
 */
export function base58Bytes(value: unknown, most: number): Uint8Array | null {
  if (typeof value !== 'string' || value.length > most) return null
  try {
    return coder.decode(value)
  } catch {
    return null
  }
}
