import type { Hex32 } from '../contract.ts'
import { type Bytes, toHex } from './bytes.ts'

/** Random bytes of the system's generator, which is available without WebCrypto's `subtle` too. */
export function randomBytes(length: number): Bytes {
  return globalThis.crypto.getRandomValues(new Uint8Array(length))
}

/** 32 random bytes: a symmetric key or a token's subject. */
export function randomHex32(): Hex32 {
  return toHex(randomBytes(32))
}
