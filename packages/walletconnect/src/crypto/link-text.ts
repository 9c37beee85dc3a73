import { LatchkeyError } from '@latchkey/protocol'

// This module imports no other module of this package, because a bundler would put code that it
// shares with the client of every page into separate files, which every page would load.

/** Longest link that operating systems pass between apps. */
const maxLength = 65_536

/**
 * Writes a JSON value as an envelope of type 2, base64url: plain text for the link that opens the
 * other app.
 */
export function sealLinkEnvelope(json: unknown): string {
  let bytes = '\u0002'
  for (const byte of new TextEncoder().encode(JSON.stringify(json))) {
    bytes += String.fromCharCode(byte)
  }
  return linkOfMessage(btoa(bytes))
}

/**
 * Converts a link's envelope (base64url) to a relay's (base64), for `openEnvelope`. Throws
 * `envelope-invalid`.
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

/** Converts an envelope of `sealEnvelope` (base64) to a link's (base64url). */
export function linkOfMessage(message: string): string {
  return message.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}
