import { LatchkeyError } from '@latchkey/protocol'
import { fromBase64 } from './bytes.ts'
import { decodeUtf8 } from './envelope-text.ts'
import { messageOfLink } from './link-text.ts'
import { parseMessage } from './parse-message.ts'

/**
 * Reads an envelope of type 2, which is plain text from an unknown author. Throws
 * `envelope-invalid`.
 */
export function openLinkEnvelope(link: string): { readonly json: unknown } {
  const bytes = fromBase64(messageOfLink(link))
  if (bytes[0] !== 2)
    throw new LatchkeyError('envelope-invalid', { reason: 'not an envelope of type 2' })
  let text: string
  try {
    text = decodeUtf8(bytes.subarray(1))
  } catch {
    throw new LatchkeyError('envelope-invalid', { reason: 'no text inside' })
  }
  return { json: parseMessage(text) }
}
