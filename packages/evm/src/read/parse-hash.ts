import { isHash } from '../encoding/hex.ts'

/** A transaction's hash in lower case, as nodes write it; null when the text is none. */
export function parseHash(text: string): string | null {
  return isHash(text) ? text.toLowerCase() : null
}
