import { isHash } from '../encoding/hex.ts'

/** Returns a transaction's hash in lower case, as nodes write it; null when the text is no hash. */
export function parseHash(text: string): string | null {
  return isHash(text) ? text.toLowerCase() : null
}
