import { LatchkeyError } from '@latchkey/protocol'

// Without the parts that every page's client has: shared, they would be files of their own on every
// page.

/** Links are bounded by what systems hand from app to app. */
const maxLength = 65_536

/**
 * A JSON value as an envelope of type 2, base64url: in clear, for the link that opens the other
 * app.
 */
export function sealLinkEnvelope(json: unknown): string {
  let bytes = '\u0002'
  for (const byte of new TextEncoder().encode(JSON.stringify(json))) {
    bytes += String.fromCharCode(byte)
  }
  return linkOfMessage(btoa(bytes))
}

/**
 * Envelope as links carry it (base64url) to envelope as relays do (base64), for `openEnvelope`.
 * Throws `envelope-invalid`.
 */
export function messageOfLink(text: string): string {
  if (typeof text !== 'string' || text.length > maxLength || !/^[A-Za-z0-9_-]*$/.test(text)) {
    throw new LatchkeyError('envelope-invalid', {
      reason: `a link carries base64url, at most ${maxLength} characters`,
    })
  }
  return text
    .replace(/-/g, '+')
    .replace(/_/g, '/')
    .padEnd(Math.ceil(text.length / 4) * 4, '=')
}

/** The other way, for a message made by `sealEnvelope`. */
export function linkOfMessage(message: string): string {
  return message.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}
