import { decrypt, encrypt } from '../src/crypto/cipher.ts'

/** For pages of tests: what they call as `Cipher`. */
export const Cipher = { encrypt, decrypt }
Object.assign(globalThis, { Cipher })
