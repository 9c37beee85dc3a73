import { sha256 } from '@noble/hashes/sha2'
import { base64urlnopad, hex } from '@scure/base'

/** A nonce: 128 bits in letters and digits, as EIP-4361 wants them. */
export function makeNonce(): string {
  return hex.encode(crypto.getRandomValues(new Uint8Array(16)))
}

/** The value of a cookie: 256 bits. */
export function makeToken(): string {
  return base64urlnopad.encode(crypto.getRandomValues(new Uint8Array(32)))
}

/** Whether a text may be such a value; cookies are what somebody sent. */
export function isToken(text: string | undefined): text is string {
  return text !== undefined && /^[-\w]{43}$/.test(text)
}

/** What is kept of such a value: who reads the store cannot use it. */
export function hashToken(token: string): string {
  return base64urlnopad.encode(sha256(new TextEncoder().encode(token)))
}
