import type { Hex32 } from '../contract.ts'
import { type Bytes, fromHex32, toHex, utf8 } from './bytes.ts'
import { findSubtle } from './subtle.ts'

async function sha256(bytes: Bytes, subtle: SubtleCrypto | null): Promise<Hex32> {
  if (subtle) return toHex(new Uint8Array(await subtle.digest('SHA-256', bytes)))
  const hashLibrary = await import('@noble/hashes/sha2')
  return toHex(hashLibrary.sha256(bytes))
}

/**
 * Topic of a key, symmetric or public: SHA-256 of its 32 bytes. Throws `envelope-invalid`. Source:
 * WalletConnect core 2, "Crypto keys".
 */
export async function topicOf(
  key: Hex32,
  subtle: SubtleCrypto | null = findSubtle(),
): Promise<Hex32> {
  return sha256(fromHex32(key), subtle)
}

/**
 * SHA-256 of a message's text, which identifies repeats. Source: WalletConnect core 2, "Relay RPC".
 */
export async function hashOf(
  message: string,
  subtle: SubtleCrypto | null = findSubtle(),
): Promise<Hex32> {
  return sha256(utf8(message), subtle)
}
