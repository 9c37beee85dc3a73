import { base58 } from '@scure/base'

/** Returns the number of bytes that a base58 text encodes; undefined for any other text. */
export function base58Size(text: string): number | undefined {
  try {
    return base58.decode(text).length
  } catch {
    return undefined
  }
}
