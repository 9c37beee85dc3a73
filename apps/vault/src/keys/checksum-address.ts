import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Writes an EVM address with the EIP-55 checksum; any other text stays unchanged. */
export function checksumAddress(address: string): string {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return address
  const digits = address.slice(2).toLowerCase()
  const hashDigits = bytesToHex(keccak_256(new TextEncoder().encode(digits)))
  return `0x${[...digits].map((digit, i) => (Number.parseInt(hashDigits[i] ?? '0', 16) > 7 ? digit.toUpperCase() : digit)).join('')}`
}
