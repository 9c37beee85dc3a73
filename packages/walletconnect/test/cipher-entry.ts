import { decryptBytes, encryptBytes } from '../src/crypto/cipher.ts'

/** For pages of tests: what they call as `Cipher`. */
export const Cipher = { encrypt: encryptBytes, decrypt: decryptBytes }
Object.assign(globalThis, { Cipher })
