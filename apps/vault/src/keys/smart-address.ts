import type { VaultSmart } from '@latchkey/protocol/vault'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { checksumAddress } from './checksum-address.ts'

/**
 * Creation code of an ERC-1967 proxy, before and after the implementation's address, as Solady's
 * account factories deploy it.
 */
const proxyCode = {
  head: '603d3d8160223d3973',
  tail: '60095155f3363d3d373d3d363d7f360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc545af43d6000803e6038573d6000fd5b3d6000f3',
} as const

const bareAddress = (address: string): string => address.slice(2).toLowerCase()

/**
 * CREATE2 salt of a key's contract account, 32 bytes in hex: the address of the key's EOA, then
 * zeros.
 */
export function smartSalt(owner: string): string {
  return `0x${bareAddress(owner)}${'0'.repeat(24)}`
}

/**
 * Computes the EIP-55 address of a key's contract account, deployed or not: the factory deploys it
 * by CREATE2 (EIP-1014).
 * @param owner - address of the key's own account
 */
export function smartAddress(
  { factory, implementation }: Pick<VaultSmart, 'factory' | 'implementation'>,
  owner: string,
): string {
  const proxyCodeHash = keccak_256(
    hexToBytes(proxyCode.head + bareAddress(implementation) + proxyCode.tail),
  )
  const addressHash = keccak_256(
    hexToBytes(`ff${bareAddress(factory)}${smartSalt(owner).slice(2)}${bytesToHex(proxyCodeHash)}`),
  )
  return checksumAddress(`0x${bytesToHex(addressHash.subarray(-20))}`)
}
