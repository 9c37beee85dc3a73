import type { AssetId, ChainId } from '@latchkey/protocol'

const addressPattern = /^(0x)?[0-9a-fA-F]{40}$/

/**
 * Whether `text` has the form of an address: 40 hex digits, `0x` optional. The checksum is checked
 * by code that loads viem.
 */
export function isAddress(text: unknown): text is string {
  return typeof text === 'string' && addressPattern.test(text)
}

/** Whether `a` and `b` are the same address; case and `0x` are ignored. */
export function isSameAddress(a: string, b: string): boolean {
  return removeHexPrefix(a) === removeHexPrefix(b)
}

/** Returns `text`, which must be an address, with `0x`. */
export function addHexPrefix(text: string): `0x${string}` {
  return text.startsWith('0x') ? (text as `0x${string}`) : `0x${text}`
}

/** Returns the CAIP-19 id of an ERC-20 token, or null if `address` is invalid. */
export function tokenId(chain: ChainId, address: string): AssetId | null {
  return isAddress(address) ? `${chain}/erc20:${addHexPrefix(address)}` : null
}

function removeHexPrefix(text: string): string {
  return text.toLowerCase().replace(/^0x/, '')
}
