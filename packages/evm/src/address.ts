import type { AccountId, AssetId, ChainId } from '@latchkey/protocol'

const pattern = /^(0x)?[0-9a-fA-F]{40}$/

/** Whether `text` has the form of an address: 40 hex digits, `0x` optional (specification section 5). The checksum is tested where viem is loaded. */
export function isAddress(text: unknown): text is string {
  return typeof text === 'string' && pattern.test(text)
}

/** Whether `a` and `b` name one account: case and `0x` do not count. */
export function isSameAddress(a: string, b: string): boolean {
  return bare(a) === bare(b)
}

/** `text` with its `0x`; `text` is an address. */
export function prefixed(text: string): `0x${string}` {
  return text.startsWith('0x') ? (text as `0x${string}`) : `0x${text}`
}

/** The address of a CAIP-10 account, with its `0x`. */
export function addressOfAccount(account: AccountId): `0x${string}` {
  return prefixed(account.slice(account.lastIndexOf(':') + 1))
}

/** CAIP-19 of an ERC-20 token, or null if `address` is none. */
export function tokenId(chain: ChainId, address: string): AssetId | null {
  return isAddress(address) ? `${chain}/erc20:${prefixed(address)}` : null
}

/** Contract of an ERC-20 asset; undefined for the native coin. */
export function tokenAddress(asset: AssetId): `0x${string}` | undefined {
  const cut = asset.indexOf('/erc20:')
  const address = asset.slice(cut + 7)
  return cut > 0 && isAddress(address) ? prefixed(address) : undefined
}

/** What a wallet answered as accounts: valid addresses, each once, at most 100; null when it is no list, or one with nothing valid in it. */
export function readAccounts(answer: unknown): readonly `0x${string}`[] | null {
  if (!Array.isArray(answer)) return null
  const first = answer.slice(0, 100)
  const valid = first.filter(isAddress).map(prefixed)
  if (first.length > 0 && valid.length === 0) return null
  return valid.filter((a, i) => valid.findIndex((b) => isSameAddress(a, b)) === i)
}

function bare(text: string): string {
  return text.toLowerCase().replace(/^0x/, '')
}
