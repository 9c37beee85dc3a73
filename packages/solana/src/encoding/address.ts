import type { AssetId, ChainId } from '@latchkey/protocol'
import { fromBase58 } from './base58.ts'

/** Whether `text` is an address: base58 of 32 bytes. */
export function isAddress(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    text.length >= 32 &&
    text.length <= 44 &&
    fromBase58(text)?.length === 32
  )
}

/** Compares two addresses. An address has only one spelling in base58, which is case-sensitive. */
export function isSameAddress(a: string, b: string): boolean {
  return a === b
}

/** CAIP-19 of an SPL token by its mint, or null if `address` is invalid. */
export function tokenId(chain: ChainId, address: string): AssetId | null {
  return isAddress(address) ? `${chain}/token:${address}` : null
}

/** Mint of a token; undefined for the native coin. */
export function mintOfAsset(asset: AssetId): string | undefined {
  const separatorIndex = asset.indexOf('/token:')
  const mint = asset.slice(separatorIndex + 7)
  return separatorIndex > 0 && isAddress(mint) ? mint : undefined
}
