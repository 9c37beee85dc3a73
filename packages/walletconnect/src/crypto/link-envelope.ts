import { LatchkeyError } from '@latchkey/protocol'
import { fromBase64, fromUrlAlphabet, toBase64, toUrlAlphabet, utf8 } from './bytes.ts'
import { decodeUtf8 } from './envelope-text.ts'
import { parseMessage } from './parse-message.ts'

/** Links are bounded by what systems hand from app to app. */
const maxLength = 65_536

/** A JSON value as an envelope of type 2, base64url: in clear, for the link that opens the other app. */
export function sealLinkEnvelope(json: unknown): string {
  const clear = utf8(JSON.stringify(json))
  const bytes = new Uint8Array(1 + clear.length)
  bytes[0] = 2
  bytes.set(clear, 1)
  return toUrlAlphabet(toBase64(bytes))
}

/** Opens an envelope of type 2; anybody may have written it. Throws `envelope-invalid`. */
export function openLinkEnvelope(link: string): { readonly json: unknown } {
  const bytes = fromBase64(messageOfLink(link))
  if (bytes[0] !== 2) throw new LatchkeyError('envelope-invalid', { reason: 'not an envelope of type 2' })
  let text: string
  try {
    text = decodeUtf8(bytes.subarray(1))
  } catch {
    throw new LatchkeyError('envelope-invalid', { reason: 'no text inside' })
  }
  return { json: parseMessage(text) }
}

/** Envelope as links carry it (base64url) to envelope as relays do (base64), for `openEnvelope`. Throws `envelope-invalid`. */
export function messageOfLink(text: string): string {
  if (typeof text !== 'string' || text.length > maxLength) {
    throw new LatchkeyError('envelope-invalid', { reason: `a link carries at most ${maxLength} characters` })
  }
  return fromUrlAlphabet(text)
}

/** The other way, for a message made by `sealEnvelope`. */
export function linkOfMessage(message: string): string {
  return toUrlAlphabet(message)
}
