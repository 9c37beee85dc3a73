import { ed25519 } from '@noble/curves/ed25519'
import { readBase58 } from './read-account.ts'

/**
 * Whether an account of Solana has signed a text (Ed25519, RFC 8032). Signatures are base58.
 */
export function verifySolana(address: string, message: string, signature: string): boolean {
  const key = readBase58(address)
  const bytes = readBase58(signature)
  if (key?.length !== 32 || bytes?.length !== 64) return false
  try {
    // The looser rules of ZIP-215, which are this library's default, take keys of small order: for
    // such an address anyone can write a signature of any text.
    return ed25519.verify(bytes, new TextEncoder().encode(message), key, { zip215: false })
  } catch {
    return false
  }
}
