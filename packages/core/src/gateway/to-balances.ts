import type { AssetId, Chain } from '@latchkey/protocol'
import { decimalText, fromDecimal } from '../amount/decimal.ts'
import type { Adapter } from '../contract/contract.ts'
import type { Balance } from '../contract/reader.ts'
import { plainText } from '../plain-text.ts'

type ChainOfKit = { readonly adapter: Adapter; readonly chain: Chain } | null | undefined

const mostEntries = 5000
const mostPrice = 1e13

/**
 * The valid entries of the answer to a balance call, each asset once; null when the answer has
 * another shape.
 * @param find finds the chain of the kit for an entry; null when the kit has no such chain
 */
export function toBalances(
  answer: unknown,
  find: (chainId: string | undefined) => ChainOfKit,
): readonly Balance[] | null {
  const entries: unknown = (answer as { balances?: unknown } | null)?.balances
  if (!Array.isArray(entries)) return null
  const seen = new Set<AssetId>()
  return entries
    .slice(0, mostEntries)
    .flatMap((entry) => toBalance(entry, find))
    .filter(({ asset: { id } }) => !seen.has(id) && seen.add(id))
}

function toBalance(
  entry: unknown,
  find: (chainId: string | undefined) => ChainOfKit,
): readonly Balance[] {
  const { name, symbol, chainId, address, price, quantity, iconUrl } = (entry ?? {}) as Record<
    string,
    unknown
  >
  const { decimals: places, numeric } = (quantity ?? {}) as Record<string, unknown>
  const isChain = chainId === undefined || chainId === null || typeof chainId === 'string'
  const found = isChain ? find(chainId ?? undefined) : null
  const decimals = typeof places === 'string' && /^\d{1,2}$/.test(places) ? Number(places) : -1
  const amount =
    typeof numeric === 'string' && decimals <= 36 ? fromDecimal(numeric, decimals) : null
  if (!found || decimals < 0 || amount === null) return []
  const [called, sign] = [textOf(name, 60), textOf(symbol, 16)]
  const id = idOf(found, address)
  // An asset without decimals is a collectible, even when it is listed as a coin.
  if (!called || !sign || id === null || decimals === 0) return []
  const isIcon =
    typeof iconUrl === 'string' &&
    /^(https?:\/\/|data:image\/)/.test(iconUrl) &&
    iconUrl.length <= 100_000
  const isPrice = typeof price === 'number' && price > 0 && price <= mostPrice
  return [
    {
      asset: { id, name: called, symbol: sign, decimals, ...(isIcon ? { iconUrl } : {}) },
      amount,
      ...(isPrice ? { price: decimalText(price) } : {}),
    },
  ]
}

/** The native coin has no address. */
function idOf({ adapter, chain }: NonNullable<ChainOfKit>, address: unknown): AssetId | null {
  if (address === undefined || address === null) return adapter.nativeAsset(chain).id
  if (typeof address !== 'string') return null
  const cut = address.lastIndexOf(':')
  return cut < 0 || address.slice(0, cut) === chain.id
    ? adapter.tokenId(chain.id, address.slice(cut + 1))
    : null
}

function textOf(text: unknown, limit: number): string {
  return typeof text === 'string' && text.length <= 1024 ? plainText(text, limit) : ''
}
