import type { AssetId, ChainId, HistoryTransaction } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { HistoryPort, HistoryRequest } from '../../ports/history-port.ts'
import type { Price, PricePort } from '../../ports/price-port.ts'
import { describeMovements } from './describe-movements.ts'
import type { AccountTransaction } from './movement.ts'
import { readCursorPlaces, writeCursorPlaces } from './places.ts'

/** Reads the history of one account on one chain from the node, newest first. */
export interface HistoryReader {
  /**
   * Whether `place` is a valid cursor of this reader. Cursors come from clients and become part of
   * node requests, so they are checked.
   */
  isPlace(place: string): boolean
  /**
   * Reads transactions of an account on one chain.
   * @throws a refusal: 503 when no node gives a usable answer
   */
  read(request: {
    readonly chain: ChainId
    readonly account: string
    /**
     * Cursor of the transaction after which the reader continues; absent to start at the newest.
     */
    readonly after?: string | undefined
    readonly limit: number
    readonly signal?: AbortSignal | undefined
  }): Promise<{ readonly items: readonly AccountTransaction[]; readonly hasMore: boolean }>
}

/**
 * Maximum number of transactions per page: smaller than for EVM accounts, because each transaction
 * needs a node request.
 */
const maxPageSize = 25

/**
 * The history of accounts on chains whose nodes can list an account's transactions; those of
 * several chains are merged, newest first.
 */
export function pagedHistory(
  chains: readonly ChainId[],
  reader: HistoryReader,
  {
    config,
    prices,
  }: { readonly config: Pick<Config, 'chains'>; readonly prices: Pick<PricePort, 'past'> },
): HistoryPort {
  return {
    chains,
    async read({
      account,
      chains: requestedChains,
      cursor,
      limit,
      currency,
      signal,
    }: HistoryRequest) {
      const unservedChain = requestedChains.find((chain) => !chains.includes(chain))
      if (unservedChain)
        throw refusal(400, 'chainId', `The history of ${unservedChain} is not served here`)
      const cursorPlaces =
        cursor === undefined ? undefined : readCursorPlaces(cursor, requestedChains, reader.isPlace)
      const size = Math.min(limit, maxPageSize)
      // A chain whose transactions have all been shown on earlier pages is not read again.
      const openChains = requestedChains.filter(
        (chain) => !cursorPlaces || cursorPlaces.places.has(chain),
      )
      const pages = await Promise.all(
        openChains.map(async (chain) => {
          const chainPlace = cursorPlaces?.places.get(chain) || undefined
          const page = await reader.read({ chain, account, after: chainPlace, limit: size, signal })
          // A chain that had no transaction on earlier pages is read from its newest transaction
          // on. Transactions newer than the end of the previous page do not belong on this page.
          const isOlder = ({ minedAt }: AccountTransaction): boolean =>
            !cursorPlaces || !!chainPlace || minedAt <= cursorPlaces.minedAt
          const items = page.items.filter(isOlder)
          const passedPlace = items.length === 0 ? page.items.at(-1)?.place : undefined
          return { chain, items, hasMore: page.hasMore, from: passedPlace ?? chainPlace ?? '' }
        }),
      )
      const pageItems = takeNewestTransactions(pages, size)
      const nextPlaces = new Map<ChainId, string>()
      for (const { chain, items, hasMore, from } of pages) {
        const chainItems = pageItems.filter((item) => item.chain === chain)
        if (hasMore || chainItems.length < items.length)
          nextPlaces.set(chain, chainItems.at(-1)?.one.place ?? from)
      }
      const minedAt = pageItems.at(-1)?.one.minedAt ?? cursorPlaces?.minedAt ?? 0
      const findPrice = await loadPastPrices(prices, pageItems, currency)
      return {
        items: pageItems.map(({ chain, one }) => describeTransaction(chain, one, findPrice)),
        next: nextPlaces.size > 0 ? writeCursorPlaces({ minedAt, places: nextPlaces }) : null,
      }
    },
  }

  function describeTransaction(
    chain: ChainId,
    one: AccountTransaction,
    findPrice: FindPrice,
  ): HistoryTransaction {
    const { hash, minedAt, status, operation, sentFrom, sentTo, nonce, block, fee } = one
    const isConfiguredChain = config.chains.some(({ id }) => id === chain)
    return {
      id: `${chain}:${hash}`,
      metadata: {
        operationType: operation,
        hash,
        minedAt: new Date(minedAt).toISOString().replace(/\.\d+Z$/, 'Z'),
        sentFrom,
        sentTo,
        status,
        nonce,
        application: null,
        chain: isConfiguredChain ? chain : null,
        block: block ?? null,
        fee: fee === null ? null : String(fee),
        isSpam: false,
      },
      transfers: describeMovements(one, (asset) => findPrice(asset, minedAt)),
    }
  }
}

interface Page {
  readonly chain: ChainId
  readonly items: readonly AccountTransaction[]
}

/**
 * Takes the newest transactions of all chains' pages. The order within a page is kept, because the
 * times of consecutive blocks may run backwards.
 */
function takeNewestTransactions(pages: readonly Page[], limit: number) {
  const pageHeads = pages.map(({ chain, items }) => ({ chain, items, at: 0 }))
  const pageItems: { readonly chain: ChainId; readonly one: AccountTransaction }[] = []
  while (pageItems.length < limit) {
    const unreadHeads = pageHeads.filter(({ items, at }) => at < items.length)
    const readHeadTime = ({ items, at }: (typeof pageHeads)[number]): number =>
      items[at]?.minedAt ?? 0
    const [first, ...otherHeads] = unreadHeads
    if (!first) break
    const newestHead = otherHeads.reduce(
      (best, one) => (readHeadTime(one) > readHeadTime(best) ? one : best),
      first,
    )
    pageItems.push({
      chain: newestHead.chain,
      one: newestHead.items[newestHead.at] as AccountTransaction,
    })
    newestHead.at += 1
  }
  return pageItems
}

type FindPrice = (asset: AssetId, at: number) => Price | undefined

/**
 * Returns the prices that are known; when the price source fails, the history is answered without
 * values.
 */
async function loadPastPrices(
  prices: Pick<PricePort, 'past'>,
  items: readonly { readonly one: AccountTransaction }[],
  currency: HistoryRequest['currency'],
): Promise<FindPrice> {
  const priceKey = (asset: AssetId, at: number): string => `${asset} ${at}`
  const requests = items.flatMap(({ one }) =>
    one.movements
      .filter(({ isCollectible, isUnknown }) => !isCollectible && !isUnknown)
      .map(({ asset }) => ({ asset, at: one.minedAt })),
  )
  const uniqueRequests = [
    ...new Map(requests.map((request) => [priceKey(request.asset, request.at), request])).values(),
  ]
  const pastPrices =
    uniqueRequests.length > 0 ? await prices.past(uniqueRequests, currency).catch(() => []) : []
  const priceByKey = new Map(
    uniqueRequests.map(({ asset, at }, place) => [priceKey(asset, at), pastPrices[place]]),
  )
  return (asset, at) => priceByKey.get(priceKey(asset, at))
}
