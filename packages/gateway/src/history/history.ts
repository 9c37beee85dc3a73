import type { AssetId, ChainId } from '@latchkey/protocol'
import type { Hex } from 'viem'
import type { Currency } from '../config/currencies.ts'
import type { Config } from '../config/schema.ts'
import type { Sql } from '../data/sql.ts'
import type { Index } from '../index-chain/index-port.ts'
import type { HistoryAsk, HistoryPort } from '../providers/history-port.ts'
import type { Price, PricePort } from '../providers/price-port.ts'
import type { TokenPort } from '../providers/token-port.ts'
import { refusal } from '../refuse.ts'
import { endOf, readCursor, writeCursor } from './cursor.ts'
import { describe } from './describe.ts'
import { assetOf, type Known } from './known.ts'
import type { NftItems } from './nft-items.ts'
import { readSeen, type SeenSources } from './read-seen.ts'
import type { SeenTransaction } from './seen.ts'

export interface HistoryParts extends SeenSources {
  readonly config: Pick<Config, 'chains' | 'images'>
  readonly db: Sql
  readonly index: Pick<Index, 'state' | 'want'>
  readonly tokens: TokenPort
  readonly nfts: NftItems
  readonly prices: Pick<PricePort, 'past'>
}

/** How long a page waits for pictures that are looked at for the first time. */
const pictureWaitMs = 250

/** History of accounts: transactions from the index or upstreams, told with names, pictures and values. */
export function history(parts: HistoryParts): HistoryPort {
  const { config, index } = parts
  const chains = config.chains
    .filter(({ id, index: indexed }) => indexed || parts.upstreams.some((one) => one.chains.includes(id)))
    .map(({ id }) => id)
  return {
    chains,
    async read({ account, chains: asked, cursor, limit, currency, signal }: HistoryAsk) {
      const foreign = asked.find((chain) => !chains.includes(chain))
      if (foreign) throw refusal(400, 'chainId', `The history of ${foreign} is not served here`)
      const before = cursor === undefined ? undefined : readCursor(cursor, asked)
      for (const chain of asked) index.want(chain, account)
      const { items, hasMore } = await readSeen(parts, account, asked, before, limit, signal)
      const known = await knowledge(parts, items, currency, signal)
      return {
        items: items.map((one) => describe(one, account, known)),
        next: hasMore ? writeCursor(endOf(items, before)) : null,
      }
    },
  }
}

async function knowledge(
  { config, tokens, nfts, prices }: HistoryParts,
  items: readonly SeenTransaction[],
  currency: Currency,
  signal: AbortSignal | undefined,
): Promise<Known> {
  const [facts, faces, priced] = await Promise.all([
    factsOf(tokens, items, signal),
    nfts.find(items.flatMap(nftsIn), pictureWaitMs),
    pricesOf(prices, items, currency),
  ])
  return { chains: config.chains, ipfsGateway: config.images.ipfsGateway, tokens: facts, nfts: faces, priceOf: priced }
}

async function factsOf(tokens: TokenPort, items: readonly SeenTransaction[], signal: AbortSignal | undefined) {
  const wanted = new Map<ChainId, Set<Hex>>()
  for (const { chain, movements, approvals } of items) {
    const own = wanted.get(chain) ?? new Set()
    for (const { token } of [...movements, ...approvals]) if (token !== null) own.add(token)
    wanted.set(chain, own)
  }
  const found = [...wanted].map(async ([chain, own]) => [chain, await tokens.find(chain, [...own], signal)] as const)
  return new Map(await Promise.all(found))
}

function nftsIn({ chain, movements }: SeenTransaction) {
  return movements.flatMap(({ kind, token, tokenId }) =>
    (kind === 'erc721' || kind === 'erc1155') && token !== null && tokenId !== null
      ? [{ chain, address: token, tokenId, kind }]
      : [],
  )
}

async function pricesOf(
  prices: Pick<PricePort, 'past'>,
  items: readonly SeenTransaction[],
  currency: Currency,
): Promise<Known['priceOf']> {
  const asks = new Map<string, { readonly asset: AssetId; readonly at: number }>()
  const key = (asset: AssetId, at: number): string => `${asset} ${at}`
  for (const { chain, minedAt: at, movements } of items)
    for (const one of movements) {
      if (one.kind === 'erc721' || one.kind === 'erc1155') continue
      const asset = assetOf(chain, one)
      asks.set(key(asset, at), { asset, at })
    }
  if (!asks.size) return () => undefined
  // What something was worth is told where it is known; that it is not keeps nobody from their history.
  const found = await prices.past([...asks.values()], currency).catch(() => [])
  const byKey = new Map<string, Price | undefined>([...asks.keys()].map((one, at) => [one, found[at]]))
  return (asset, at) => byKey.get(key(asset, at))
}
