import { fromBase58 } from '../encoding/base58.ts'

/** A transaction's signature, base58 of 64 bytes; null when the text is none. */
export function parseHash(text: string): string | null {
  return fromBase58(text, 88)?.length === 64 ? text : null
}
