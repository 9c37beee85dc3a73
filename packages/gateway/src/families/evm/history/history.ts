import type { AssetId, ChainId } from '@latchkey/protocol'
import type { Hex } from 'viem'
import { type BoundedCache, boundedCache } from '../../../base/bounded-cache.ts'
import type { Currency } from '../../../base/config/currencies.ts'
import type { Config } from '../../../base/config/schema.ts'
import { mapInSlices } from '../../../base/map-in-slices.ts'
import { normalizeAsset } from '../../../base/money/asset.ts'
import { refusal } from '../../../base/refuse.ts'
import type { Sql } from '../../../data/sql.ts'
import type { HistoryPort, HistoryRequest } from '../../../ports/history-port.ts'
import type { Index } from '../../../ports/index-port.ts'
import type { Price, PricePort } from '../../../ports/price-port.ts'
import type { TokenPort } from '../../../ports/token-port.ts'
import { computePageEnd, readCursor, writeCursor } from './cursor.ts'
import { describeTransaction } from './describe-transaction.ts'
import { type HistoryContext, makeAssetId } from './history-context.ts'
import type { NftItems } from './nft-items.ts'
import { readSeen, type SeenSources } from './read-seen.ts'
import type { SeenTransaction } from './seen.ts'

export interface HistoryDependencies extends SeenSources {
  readonly config: Pick<Config, 'chains' | 'images' | 'prices' | 'upstreams'>
  readonly db: Sql
  readonly index: Pick<Index, 'state' | 'want'>
  readonly tokens: TokenPort
  readonly nfts: NftItems
  readonly prices: Pick<PricePort, 'past'>
}

/**
 * Milliseconds that the price for a past moment is cached. It may still improve: a price closer to
 * that moment may be recorded later.
 */
const priceCacheMs = 300_000
interface PriceRequest {
  readonly asset: AssetId
  readonly at: number
}

/**
 * Milliseconds that a history answer waits for pictures of collectibles that are fetched for the
 * first time.
 */
const nftWaitMs = 250

/**
 * The history of EVM accounts: transactions from the gateway's index or from external services,
 * with names, pictures and values.
 */
export function history(dependencies: HistoryDependencies): HistoryPort {
  const { config, index } = dependencies
  const isPriced = pricedAssets(config)
  const priceCache = boundedCache<Price | null>(50_000, priceCacheMs)
  const chains = config.chains
    .filter(
      ({ id, index: indexConfig }) =>
        indexConfig || dependencies.upstreams.some((one) => one.chains.includes(id)),
    )
    .map(({ id }) => id)
  return {
    chains,
    async read({
      chains: requestedChains,
      cursor,
      limit,
      currency,
      signal,
      ...request
    }: HistoryRequest) {
      const account = request.account as Hex
      const unservedChain = requestedChains.find((chain) => !chains.includes(chain))
      if (unservedChain)
        throw refusal(400, 'chainId', `The history of ${unservedChain} is not served here`)
      const previousEnd = cursor === undefined ? undefined : readCursor(cursor, requestedChains)
      for (const chain of requestedChains) {
        index.want(chain, account)
      }
      const { items, hasMore } = await readSeen(
        dependencies,
        account,
        requestedChains,
        previousEnd,
        limit,
        signal,
      )
      const context = await gatherContext(
        dependencies,
        items,
        (priceRequests) =>
          findPricesOfRequests(
            dependencies.prices,
            priceRequests.filter(({ asset }) => isPriced(asset)),
            currency,
            priceCache,
          ),
        signal,
      )
      return {
        items: await mapInSlices(items, (one) => describeTransaction(one, account, context)),
        next: hasMore ? writeCursor(computePageEnd(items, previousEnd)) : null,
      }
    },
  }
}

async function gatherContext(
  { config, tokens, nfts }: HistoryDependencies,
  items: readonly SeenTransaction[],
  priced: (requests: readonly PriceRequest[]) => Promise<HistoryContext['priceOf']>,
  signal: AbortSignal | undefined,
): Promise<HistoryContext> {
  const [facts, faces, priceOf] = await Promise.all([
    findTokenFacts(tokens, items, signal),
    nfts.find(items.flatMap(listMovedNfts), nftWaitMs),
    priced(items.flatMap(listPriceRequests)),
  ])
  return {
    chains: config.chains,
    ipfsGateway: config.images.ipfsGateway,
    tokens: facts,
    nfts: faces,
    priceOf,
  }
}

async function findTokenFacts(
  tokens: TokenPort,
  items: readonly SeenTransaction[],
  signal: AbortSignal | undefined,
) {
  const wantedTokens = new Map<ChainId, Set<Hex>>()
  for (const { chain, movements, approvals } of items) {
    const chainTokens = wantedTokens.get(chain) ?? new Set()
    for (const { token } of [...movements, ...approvals]) {
      if (token !== null) chainTokens.add(token)
    }
    wantedTokens.set(chain, chainTokens)
  }
  const factRequests = [...wantedTokens].map(
    async ([chain, chainTokens]) =>
      [chain, await tokens.find(chain, [...chainTokens], signal)] as const,
  )
  return new Map(await Promise.all(factRequests))
}

function listMovedNfts({ chain, movements }: SeenTransaction) {
  return movements.flatMap(({ kind, token, tokenId }) =>
    (kind === 'erc721' || kind === 'erc1155') && token !== null && tokenId !== null
      ? [{ chain, address: token, tokenId, kind }]
      : [],
  )
}

/**
 * Returns a check for assets that may have prices; when an external price service is configured,
 * every asset may have one.
 */
function pricedAssets({
  prices,
  upstreams,
}: HistoryDependencies['config']): (asset: AssetId) => boolean {
  const pricedAssetIds = new Set(
    [...prices.pools.map(({ asset }) => asset), ...prices.dollars].map(normalizeAsset),
  )
  return (asset) => upstreams.prices !== undefined || pricedAssetIds.has(asset)
}

function listPriceRequests({
  chain,
  minedAt: at,
  movements,
}: SeenTransaction): readonly PriceRequest[] {
  return movements
    .filter(({ kind }) => kind !== 'erc721' && kind !== 'erc1155')
    .map((one) => ({ asset: makeAssetId(chain, one), at }))
}

async function findPricesOfRequests(
  prices: Pick<PricePort, 'past'>,
  requests: readonly PriceRequest[],
  currency: Currency,
  priceCache: BoundedCache<Price | null>,
): Promise<HistoryContext['priceOf']> {
  const priceKey = (asset: AssetId, at: number): string => `${asset} ${at} ${currency}`
  const missingRequests = new Map(
    requests.map((request) => [priceKey(request.asset, request.at), request]),
  )
  const knownPrices = new Map<string, Price | null>()
  for (const name of missingRequests.keys()) {
    const price = priceCache.get(name)
    if (price === undefined) continue
    knownPrices.set(name, price)
    missingRequests.delete(name)
  }
  // A value is shown only when its price is known; when the price source fails, the history is
  // answered without values.
  const readPrices = missingRequests.size
    ? await prices.past([...missingRequests.values()], currency).catch(() => undefined)
    : []
  for (const [place, name] of [...missingRequests.keys()].entries()) {
    if (!readPrices) break
    knownPrices.set(name, readPrices[place] ?? null)
    priceCache.set(name, readPrices[place] ?? null)
  }
  return (asset, at) => knownPrices.get(priceKey(asset, at)) ?? undefined
}
