import type { AccountId, AssetId } from '@latchkey/protocol'
import { addHexPrefix, isAddress, isSameAddress } from './address.ts'

/** Returns the address in a CAIP-10 account, with `0x`. */
export function addressOfAccount(account: AccountId): `0x${string}` {
  return addHexPrefix(account.slice(account.lastIndexOf(':') + 1))
}

/** Returns the contract's address of an ERC-20 asset; undefined for the native coin. */
export function tokenAddress(asset: AssetId): `0x${string}` | undefined {
  const separatorIndex = asset.indexOf('/erc20:')
  const address = asset.slice(separatorIndex + 7)
  return separatorIndex > 0 && isAddress(address) ? addHexPrefix(address) : undefined
}

/**
 * Reads a wallet's accounts: valid addresses, each once, at most 100; null when the answer is no
 * list, or has entries but no valid one.
 */
export function readAccounts(answer: unknown): readonly `0x${string}`[] | null {
  if (!Array.isArray(answer)) return null
  const firstEntries = answer.slice(0, 100)
  const validAddresses = firstEntries.filter(isAddress).map(addHexPrefix)
  if (firstEntries.length > 0 && validAddresses.length === 0) return null
  return validAddresses.filter((a, i) => validAddresses.findIndex((b) => isSameAddress(a, b)) === i)
}
