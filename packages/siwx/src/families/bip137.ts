import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { type BitcoinAddress, isHashOf } from './bitcoin-address.ts'
import { compactSize } from './compact-size.ts'

/**
 * Whether an address has signed a text in the format before BIP-322: a header and a signature from
 * which the key is recovered. The header names a kind of address (BIP-137), but many wallets write
 * that of P2PKH whatever the address is, so the address alone decides which hash of the key counts.
 * Taproot and scripts have no such signatures.
 * @param bytes - 65 of them
 */
export function verifyBip137(address: BitcoinAddress, message: string, bytes: Uint8Array): boolean {
  const [header = 0] = bytes
  if (
    address.type === 'tr' ||
    address.type === 'wsh' ||
    bytes.length !== 65 ||
    header < 27 ||
    header > 42
  )
    return false
  try {
    const point = secp256k1.Signature.fromCompact(bytes.slice(1))
      .addRecoveryBit((header - 27) & 3)
      .recoverPublicKey(messageHash(message))
    // 27 to 30 are keys in the long form, which only P2PKH knows.
    const isLong = address.type === 'pkh' && header < 31
    return isHashOf(address, point.toRawBytes(!isLong))
  } catch {
    return false
  }
}

function messageHash(message: string): Uint8Array {
  const text = new TextEncoder().encode(message)
  const prefix = new TextEncoder().encode('\x18Bitcoin Signed Message:\n')
  return sha256(sha256(Uint8Array.of(...prefix, ...compactSize(text.length), ...text)))
}
