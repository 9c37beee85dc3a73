import { sha256 } from '@noble/hashes/sha2'
import { base64urlnopad, hex } from '@scure/base'

/** Makes a nonce: 128 random bits in letters and digits, as EIP-4361 requires. */
export function makeNonce(): string {
  return hex.encode(crypto.getRandomValues(new Uint8Array(16)))
}

/** Makes the value of a cookie: 256 random bits in base64url. */
export function makeToken(): string {
  return base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
}

/**
 * Whether a text has the form of a cookie value that `makeToken` makes; clients can send anything.
 */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && /^[-\w]{43}$/.test(text)
}

/**
 * Hashes the value of a cookie. The store keeps only this hash, so that whoever reads the store
 * cannot use it as a cookie.
 */
export function hashToken(token: string): string {
  return base64urlnopad.encode(sha256(new TextEncoder().encode(token)))
}
