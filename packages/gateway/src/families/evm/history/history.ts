import type { AssetId, ChainId } from '@latchkey/protocol'
import type { Hex } from 'viem'
import { type BoundedCache, boundedCache } from '../../../base/bounded-cache.ts'
import type { Currency } from '../../../base/config/currencies.ts'
import type { Config } from '../../../base/config/schema.ts'
import { inSlices } from '../../../base/in-slices.ts'
import { normalAsset } from '../../../base/money/asset.ts'
import { refusal } from '../../../base/refuse.ts'
import type { Sql } from '../../../data/sql.ts'
import type { HistoryAsk, HistoryPort } from '../../../ports/history-port.ts'
import type { Index } from '../../../ports/index-port.ts'
import type { Price, PricePort } from '../../../ports/price-port.ts'
import type { TokenPort } from '../../../ports/token-port.ts'
import { endOf, readCursor, writeCursor } from './cursor.ts'
import { describeTransaction } from './describe-transaction.ts'
import { assetOf, type HistoryContext } from './history-context.ts'
import type { NftItems } from './nft-items.ts'
import { readSeen, type SeenSources } from './read-seen.ts'
import type { SeenTransaction } from './seen.ts'

export interface HistoryParts extends SeenSources {
  readonly config: Pick<Config, 'chains' | 'images' | 'prices' | 'upstreams'>
  readonly db: Sql
  readonly index: Pick<Index, 'state' | 'want'>
  readonly tokens: TokenPort
  readonly nfts: NftItems
  readonly prices: Pick<PricePort, 'past'>
}

/** Milliseconds: a past price does not change, but a closer point may still be recorded. */
const priceMs = 300_000
interface PriceAsk {
  readonly asset: AssetId
  readonly at: number
}

/** Milliseconds that a page waits for pictures that are fetched for the first time. */
const pictureWaitMs = 250

/**
 * History of accounts: transactions from the index or upstreams, with names, pictures and values.
 */
export function history(parts: HistoryParts): HistoryPort {
  const { config, index } = parts
  const isPriced = pricedAssets(config)
  const worth = boundedCache<Price | null>(50_000, priceMs)
  const chains = config.chains
    .filter(
      ({ id, index: indexed }) => indexed || parts.upstreams.some((one) => one.chains.includes(id)),
    )
    .map(({ id }) => id)
  return {
    chains,
    async read({ chains: asked, cursor, limit, currency, signal, ...ask }: HistoryAsk) {
      const account = ask.account as Hex
      const foreign = asked.find((chain) => !chains.includes(chain))
      if (foreign) throw refusal(400, 'chainId', `The history of ${foreign} is not served here`)
      const before = cursor === undefined ? undefined : readCursor(cursor, asked)
      for (const chain of asked) {
        index.want(chain, account)
      }
      const { items, hasMore } = await readSeen(parts, account, asked, before, limit, signal)
      const known = await gatherKnown(
        parts,
        items,
        (all) =>
          pricesOf(
            parts.prices,
            all.filter(({ asset }) => isPriced(asset)),
            currency,
            worth,
          ),
        signal,
      )
      return {
        items: await inSlices(items, (one) => describeTransaction(one, account, known)),
        next: hasMore ? writeCursor(endOf(items, before)) : null,
      }
    },
  }
}

async function gatherKnown(
  { config, tokens, nfts }: HistoryParts,
  items: readonly SeenTransaction[],
  priced: (asks: readonly PriceAsk[]) => Promise<HistoryContext['priceOf']>,
  signal: AbortSignal | undefined,
): Promise<HistoryContext> {
  const [facts, faces, priceOf] = await Promise.all([
    factsOf(tokens, items, signal),
    nfts.find(items.flatMap(nftsIn), pictureWaitMs),
    priced(items.flatMap(priceAsks)),
  ])
  return {
    chains: config.chains,
    ipfsGateway: config.images.ipfsGateway,
    tokens: facts,
    nfts: faces,
    priceOf,
  }
}

async function factsOf(
  tokens: TokenPort,
  items: readonly SeenTransaction[],
  signal: AbortSignal | undefined,
) {
  const wanted = new Map<ChainId, Set<Hex>>()
  for (const { chain, movements, approvals } of items) {
    const own = wanted.get(chain) ?? new Set()
    for (const { token } of [...movements, ...approvals]) {
      if (token !== null) own.add(token)
    }
    wanted.set(chain, own)
  }
  const found = [...wanted].map(
    async ([chain, own]) => [chain, await tokens.find(chain, [...own], signal)] as const,
  )
  return new Map(await Promise.all(found))
}

function nftsIn({ chain, movements }: SeenTransaction) {
  return movements.flatMap(({ kind, token, tokenId }) =>
    (kind === 'erc721' || kind === 'erc1155') && token !== null && tokenId !== null
      ? [{ chain, address: token, tokenId, kind }]
      : [],
  )
}

/** Returns which assets have recorded prices; with a price upstream all assets may have one. */
function pricedAssets({ prices, upstreams }: HistoryParts['config']): (asset: AssetId) => boolean {
  const priced = new Set(
    [...prices.pools.map(({ asset }) => asset), ...prices.dollars].map(normalAsset),
  )
  return (asset) => upstreams.prices !== undefined || priced.has(asset)
}

function priceAsks({ chain, minedAt: at, movements }: SeenTransaction): readonly PriceAsk[] {
  return movements
    .filter(({ kind }) => kind !== 'erc721' && kind !== 'erc1155')
    .map((one) => ({ asset: assetOf(chain, one), at }))
}

async function pricesOf(
  prices: Pick<PricePort, 'past'>,
  asks: readonly PriceAsk[],
  currency: Currency,
  kept: BoundedCache<Price | null>,
): Promise<HistoryContext['priceOf']> {
  const priceKey = (asset: AssetId, at: number): string => `${asset} ${at} ${currency}`
  const unknown = new Map(asks.map((ask) => [priceKey(ask.asset, ask.at), ask]))
  const found = new Map<string, Price | null>()
  for (const name of unknown.keys()) {
    const price = kept.get(name)
    if (price === undefined) continue
    found.set(name, price)
    unknown.delete(name)
  }
  // A value is shown when its price is known; a failing price source does not fail the history.
  const read = unknown.size
    ? await prices.past([...unknown.values()], currency).catch(() => undefined)
    : []
  for (const [place, name] of [...unknown.keys()].entries()) {
    if (!read) break
    found.set(name, read[place] ?? null)
    kept.set(name, read[place] ?? null)
  }
  return (asset, at) => found.get(priceKey(asset, at)) ?? undefined
}
