import { ed25519 } from '@noble/curves/ed25519'
import { readBase58 } from './read-account.ts'

/** Whether a Solana account has signed a text (Ed25519, RFC 8032). The signature is base58. */
export function verifySolana(address: string, message: string, signature: string): boolean {
  const key = readBase58(address)
  const bytes = readBase58(signature)
  if (key?.length !== 32 || bytes?.length !== 64) return false
  try {
    // The default of this library, the looser rules of ZIP-215, accepts keys of small order. For
    // such a key anybody can make a signature of any text.
    return ed25519.verify(bytes, new TextEncoder().encode(message), key, { zip215: false })
  } catch {
    return false
  }
}
