import type { ChainId } from '@latchkey/protocol'
import { and, eq, inArray } from 'drizzle-orm'
import type { Hex } from 'viem'
import { readRefusal, refusal } from '../../../base/refuse.ts'
import { backfills } from '../../../data/index-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { Index, IndexState } from '../../../ports/index-port.ts'
import type { PageEnd } from './cursor.ts'
import { readIndex } from './read-index.ts'
import { type ChainPosition, newestFirst, type SeenPage, type SeenTransaction } from './seen.ts'

/** A source of transactions other than the gateway's index, such as Etherscan. */
export interface SeenSource {
  /** Name of the source in the log: `etherscan`, `blockscout`. */
  readonly name: string
  readonly chains: readonly ChainId[]
  /**
   * Reads transactions of an account from the source.
   * @throws a refusal: 503 when the source does not answer, or gives an impossible answer
   */
  read(request: {
    readonly chain: ChainId
    readonly account: Hex
    readonly before?: ChainPosition | undefined
    readonly limit: number
    readonly signal?: AbortSignal | undefined
  }): Promise<SeenPage>
}

export interface SeenSources {
  readonly db: Sql
  readonly index: Pick<Index, 'state'>
  /** External sources of transactions, in the order in which the operator configured them. */
  readonly upstreams: readonly SeenSource[]
  /** Called for each external source that fails; `reason` contains no address and no key. */
  readonly onFailure?: (source: string, chain: ChainId, reason: string) => void
}

/**
 * When the index is this many blocks behind the chain, transactions are read from an external
 * source instead, if there is one.
 */
const maxBlocksBehind = 256

/**
 * Reads one page of an account's history over all chains, newest first. Transactions come from the
 * gateway's index as far as it reaches. Older transactions, and those of chains that the index
 * cannot serve, come from an external source.
 */
export async function readSeen(
  sources: SeenSources,
  account: Hex,
  chains: readonly ChainId[],
  previousEnd: PageEnd | undefined,
  limit: number,
  signal: AbortSignal | undefined,
): Promise<SeenPage> {
  const indexedChains = chains.filter((chain) => isIndexed(sources, chain))
  const findPosition = (chain: ChainId): ChainPosition | undefined => previousEnd?.places.get(chain)
  const chainStarts = indexedChains.map((chain) => ({ chain, before: findPosition(chain) }))
  const askUpstreamsBefore = (chain: ChainId, position: ChainPosition | undefined) =>
    askUpstreams(sources, chain, { chain, account, before: position, limit: limit + 1, signal })
  const foreignChains = chains.filter((chain) => !indexedChains.includes(chain))
  const [own, others] = await Promise.all([
    readIndex(sources.db, account, chainStarts, limit + 1),
    Promise.all(foreignChains.map((chain) => askUpstreamsBefore(chain, findPosition(chain)))),
  ])
  const pages = [{ items: own, hasMore: own.length > limit }, ...others]
  // When the index has no more transactions of its chains, older ones must come from an external
  // source.
  if (own.length <= limit) {
    const indexFloors = await findIndexFloors(sources, account, indexedChains)
    pages.push(
      ...(await Promise.all(
        [...indexFloors].map(([chain, floor]) =>
          askUpstreamsBefore(chain, lowerPosition(findPosition(chain), floor)),
        ),
      )),
    )
  }
  // A chain that had no transaction on earlier pages is read from its newest transaction on.
  // Transactions newer than the end of the previous page do not belong on this page.
  const isOlder = ({ chain, minedAt }: SeenTransaction): boolean =>
    !previousEnd || findPosition(chain) !== undefined || minedAt <= previousEnd.minedAt
  const items = pages.flatMap((page) => page.items.filter(isOlder)).sort(newestFirst)
  return {
    items: items.slice(0, limit),
    hasMore: items.length > limit || pages.some((page) => page.hasMore),
  }
}

function isIndexed({ index, upstreams }: SeenSources, chain: ChainId): boolean {
  const state = index.state(chain)
  const hasUpstream = upstreams.some((one) => one.chains.includes(chain))
  if (!state) {
    if (!hasUpstream) throw refusal(503, 'chainId', `The history of ${chain} is not ready yet`)
    return false
  }
  return !hasUpstream || state.headBlock - state.nextBlock < maxBlocksBehind
}

/**
 * Finds, for each chain, the block below which the index has no data of the account but an external
 * source may have some.
 */
async function findIndexFloors(
  { db, index, upstreams }: SeenSources,
  account: Hex,
  chains: readonly ChainId[],
): Promise<ReadonlyMap<ChainId, ChainPosition>> {
  const states = chains.flatMap((chain): (readonly [ChainId, IndexState])[] => {
    const state = index.state(chain)
    return state && state.firstBlock > 0 && upstreams.some((one) => one.chains.includes(chain))
      ? [[chain, state]]
      : []
  })
  if (!states.length) return new Map()
  const rows = await db
    .select()
    .from(backfills)
    .where(
      and(
        eq(backfills.account, account),
        inArray(
          backfills.chain,
          states.map(([chain]) => chain),
        ),
      ),
    )
  const lookedBackTo = new Map(rows.map((row) => [row.chain, row.downTo]))
  return new Map(
    states.map(([chain, { firstBlock }]) => [
      chain,
      { block: lookedBackTo.get(chain) ?? firstBlock, place: 0 },
    ]),
  )
}

function lowerPosition(a: ChainPosition | undefined, b: ChainPosition): ChainPosition {
  return a && (a.block < b.block || (a.block === b.block && a.place < b.place)) ? a : b
}

async function askUpstreams(
  { upstreams, onFailure }: SeenSources,
  chain: ChainId,
  request: Parameters<SeenSource['read']>[0],
): Promise<SeenPage> {
  for (const source of upstreams.filter((one) => one.chains.includes(chain))) {
    try {
      return await source.read(request)
    } catch (error) {
      onFailure?.(
        source.name,
        chain,
        readRefusal(error)?.description ?? (error as Error)?.name ?? 'error',
      )
    }
  }
  throw refusal(503, '', `The history of ${chain} cannot be had at the moment`)
}
