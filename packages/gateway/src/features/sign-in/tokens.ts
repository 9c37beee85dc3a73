import { createHash, randomBytes } from 'node:crypto'

/**
 * Creates the secret token of a session or a browser: 256 random bits. A token is not signed: an
 * invented token is found in no table, and the token of an ended session must stop working at once
 * in every replica.
 */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text from a caller has the form of a token. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && /^[-\w]{43}$/.test(text)
}

/** Hashes a token. The database holds only this hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
