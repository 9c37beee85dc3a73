import type { AssetId, Chain } from '@latchkey/protocol'
import { decimalText, fromDecimal } from '../amount/decimal.ts'
import type { Adapter } from '../contract/adapter.ts'
import type { Balance } from '../contract/reader.ts'
import { plainText } from '../plain-text.ts'

type ChainOfKit = { readonly adapter: Adapter; readonly chain: Chain } | null | undefined

const maxEntries = 5000
const maxPrice = 1e13

/**
 * Returns the valid entries of the answer to a balance call, each asset once; null when the answer
 * has another shape.
 * @param findChain finds the chain of the kit for an entry; null when the kit has no such chain
 */
export function toBalances(
  answer: unknown,
  findChain: (chainId: string | undefined) => ChainOfKit,
): readonly Balance[] | null {
  const entries: unknown = (answer as { balances?: unknown } | null)?.balances
  if (!Array.isArray(entries)) return null
  const seenIds = new Set<AssetId>()
  return entries
    .slice(0, maxEntries)
    .flatMap((entry) => toBalance(entry, findChain))
    .filter(({ asset: { id } }) => !seenIds.has(id) && seenIds.add(id))
}

function toBalance(
  entry: unknown,
  findChain: (chainId: string | undefined) => ChainOfKit,
): readonly Balance[] {
  const { name, symbol, chainId, address, price, quantity, iconUrl } = (entry ?? {}) as Record<
    string,
    unknown
  >
  const { decimals: decimalsText, numeric } = (quantity ?? {}) as Record<string, unknown>
  const isChain = chainId === undefined || chainId === null || typeof chainId === 'string'
  const kitChain = isChain ? findChain(chainId ?? undefined) : null
  const decimals =
    typeof decimalsText === 'string' && /^\d{1,2}$/.test(decimalsText) ? Number(decimalsText) : -1
  const amount =
    typeof numeric === 'string' && decimals <= 36 ? fromDecimal(numeric, decimals) : null
  if (!kitChain || decimals < 0 || amount === null) return []
  const [called, sign] = [cleanText(name, 60), cleanText(symbol, 16)]
  const id = assetIdOf(kitChain, address)
  // A listed asset without decimal places is a collectible, even when the gateway lists it as a
  // coin.
  if (!called || !sign || id === null || decimals === 0) return []
  const isIcon =
    typeof iconUrl === 'string' &&
    /^(https?:\/\/|data:image\/)/.test(iconUrl) &&
    iconUrl.length <= 100_000
  const isPrice = typeof price === 'number' && price > 0 && price <= maxPrice
  return [
    {
      asset: { id, name: called, symbol: sign, decimals, ...(isIcon ? { iconUrl } : {}) },
      amount,
      ...(isPrice ? { price: decimalText(price) } : {}),
    },
  ]
}

/**
 * Returns the CAIP-19 id of a balance entry's asset. An entry without an address is the chain's
 * native coin.
 */
function assetIdOf({ adapter, chain }: NonNullable<ChainOfKit>, address: unknown): AssetId | null {
  if (address === undefined || address === null) return adapter.nativeAsset(chain).id
  if (typeof address !== 'string') return null
  const separatorIndex = address.lastIndexOf(':')
  return separatorIndex < 0 || address.slice(0, separatorIndex) === chain.id
    ? adapter.tokenId(chain.id, address.slice(separatorIndex + 1))
    : null
}

function cleanText(text: unknown, limit: number): string {
  return typeof text === 'string' && text.length <= 1024 ? plainText(text, limit) : ''
}
