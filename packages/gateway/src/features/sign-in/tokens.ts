import { createHash, randomBytes } from 'node:crypto'

/**
 * Creates the secret that stands for a session or a browser: 256 random bits. A token is not
 * signed, because one that was made up is found in no table, and one that was ended has to stop
 * working at once in every replica.
 */
export function makeToken(): string {
  return randomBytes(32).toString('base64url')
}

/** Whether a text that a caller sent has the form of a token. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && /^[-\w]{43}$/.test(text)
}

/** The hash of a token, which is all that the database holds of it. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
