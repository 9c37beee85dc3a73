import { secp256k1 } from '@noble/curves/secp256k1.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bech32, hex } from '@scure/base'
import { checksumAddress } from './checksum-address.ts'
import type { PublicKeys } from './public-keys.ts'

/** Addresses of a wallet. A page gets to know the addresses, but no public keys. */
export interface WalletAddresses {
  /** EVM address with the EIP-55 checksum. */
  readonly eip155: string
  readonly solana: string
  /** Bitcoin addresses, by the network's human-readable part (BIP-173). */
  readonly bip122: { readonly bc: string; readonly tb: string; readonly bcrt: string }
}

/** Derives the addresses that belong to a wallet's public keys. */
export function addressesOfKeys(publics: PublicKeys): WalletAddresses {
  const testnetPoint = hex.decode(publics.bip122Test)
  return {
    eip155: evmAddress(hex.decode(publics.eip155)),
    solana: publics.solana,
    bip122: {
      bc: witnessAddress('bc', hex.decode(publics.bip122)),
      tb: witnessAddress('tb', testnetPoint),
      bcrt: witnessAddress('bcrt', testnetPoint),
    },
  }
}

/** Computes the EIP-55 address of a public key (compressed point). */
export function evmAddress(point: Uint8Array): string {
  const uncompressedPoint = secp256k1.Point.fromBytes(point).toBytes(false)
  return checksumAddress(`0x${hex.encode(keccak_256(uncompressedPoint.subarray(1)).subarray(-20))}`)
}

/** Computes the P2WPKH address of a public key: witness version 0 (BIP-84, BIP-173). */
function witnessAddress(prefix: string, point: Uint8Array): string {
  return bech32.encode(prefix, [0, ...bech32.toWords(ripemd160(sha256(point)))])
}
