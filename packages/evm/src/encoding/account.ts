import type { AccountId, AssetId } from '@latchkey/protocol'
import { isAddress, isSameAddress, withPrefix } from './address.ts'

/** The address in a CAIP-10 account, with `0x`. */
export function addressOfAccount(account: AccountId): `0x${string}` {
  return withPrefix(account.slice(account.lastIndexOf(':') + 1))
}

/** Contract of an ERC-20 asset; undefined for the native coin. */
export function tokenAddress(asset: AssetId): `0x${string}` | undefined {
  const cut = asset.indexOf('/erc20:')
  const address = asset.slice(cut + 7)
  return cut > 0 && isAddress(address) ? withPrefix(address) : undefined
}

/**
 * Reads a wallet's accounts: valid addresses, each once, at most 100; null when the answer is no
 * list, or has entries but no valid one.
 */
export function readAccounts(answer: unknown): readonly `0x${string}`[] | null {
  if (!Array.isArray(answer)) return null
  const first = answer.slice(0, 100)
  const valid = first.filter(isAddress).map(withPrefix)
  if (first.length > 0 && valid.length === 0) return null
  return valid.filter((a, i) => valid.findIndex((b) => isSameAddress(a, b)) === i)
}
