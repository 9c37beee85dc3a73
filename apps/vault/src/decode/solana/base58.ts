import { base58 as coder } from '@scure/base'

export function base58(bytes: Uint8Array): string {
  return coder.encode(bytes)
}

/**
 * Decodes base58; null for any other text, and for text longer than `maxBytes` characters, because
 * the cost of decoding grows with the square of the length.
 */
export function decodeBase58(value: unknown, maxBytes: number): Uint8Array | null {
  if (typeof value !== 'string' || value.length > maxBytes) return null
  try {
    return coder.decode(value)
  } catch {
    return null
  }
}
