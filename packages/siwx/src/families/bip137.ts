import { secp256k1 } from '@noble/curves/secp256k1'
import { sha256 } from '@noble/hashes/sha2'
import { type BitcoinAddress, isHashOf } from './bitcoin-address.ts'
import { compactSize } from './compact-size.ts'

/**
 * Whether an address has signed a text in the format that was used before BIP-322: a header byte
 * and a signature from which the public key is recovered. By BIP-137 the header names the type of
 * the address, but many wallets always write the header of P2PKH. So only the address decides which
 * hash of the key is compared. Taproot and P2WSH addresses have no such signatures.
 * @param bytes - the 65 bytes of the signature, header first
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
    // Headers 27 to 30 stand for an uncompressed public key, which only P2PKH addresses use.
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
