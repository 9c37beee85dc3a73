import { LatchkeyError } from '@latchkey/protocol'
import type { Hex32 } from '../contract.ts'

export type Bytes = Uint8Array<ArrayBuffer>

const chunkLength = 0x8000

/** Encodes lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = ''
  for (const byte of bytes) {
    text += byte.toString(16).padStart(2, '0')
  }
  return text
}

/** Decodes 32 bytes from 64 lower-case hex digits. Throws `envelope-invalid`. */
export function fromHex32(hex: Hex32): Bytes {
  if (!isHex32(hex))
    throw new LatchkeyError('envelope-invalid', { reason: 'a key is not 64 lower-case hex digits' })
  const bytes = new Uint8Array(32)
  for (let i = 0; i < 32; i++) {
    bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)
  }
  return bytes
}

export function isHex32(value: unknown): value is Hex32 {
  return typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
}

/** Encodes base64: standard alphabet, padded. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let i = 0; i < bytes.length; i += chunkLength) {
    binary += String.fromCharCode(...bytes.subarray(i, i + chunkLength))
  }
  return btoa(binary)
}

/**
 * Decodes base64: standard alphabet, padded, canonical. Only one text per byte sequence is
 * accepted, so that message hashes identify repeats. Throws `envelope-invalid`.
 */
export function fromBase64(text: string): Bytes {
  if (/^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0) {
    const binary = atob(text)
    const bytes = new Uint8Array(binary.length)
    for (let i = 0; i < binary.length; i++) {
      bytes[i] = binary.charCodeAt(i)
    }
    if (toBase64(bytes) === text) return bytes
  }
  throw new LatchkeyError('envelope-invalid', { reason: 'not canonical base64' })
}

/** Converts standard base64 to the URL alphabet without padding. */
export function toUrlAlphabet(base64: string): string {
  return base64.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

/**
 * Converts base64 in the URL alphabet without padding to standard base64. Throws
 * `envelope-invalid`.
 */
export function fromUrlAlphabet(text: string): string {
  if (!/^[A-Za-z0-9_-]*$/.test(text))
    throw new LatchkeyError('envelope-invalid', { reason: 'not base64url' })
  const base64 = text.replace(/-/g, '+').replace(/_/g, '/')
  return base64 + '='.repeat((4 - (base64.length % 4)) % 4)
}

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text) as Bytes
}
