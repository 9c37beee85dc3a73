import { base58 } from '@scure/base'

/** Number of bytes of a text in base58; undefined for any other text. */
export function base58Size(text: string): number | undefined {
  try {
    return base58.decode(text).length
  } catch {
    return undefined
  }
}
