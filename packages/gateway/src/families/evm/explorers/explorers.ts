import type { ChainId } from '@latchkey/protocol'
import { referenceOf } from '@latchkey/protocol'
import { timeLimit } from '@latchkey/protocol/time-limit'
import type { Config } from '../../../base/config/schema.ts'
import type { Fetch } from '../../../base/http/node-rounds.ts'
import type { NodePort } from '../../../ports/node-port.ts'
import type { OperatorSettings } from '../../../ports/operator-settings.ts'
import type { SeenSource } from '../history/read-seen.ts'
import type { ChainPosition } from '../history/seen.ts'
import { distrustRefusal, type ListName, readLists } from './explorer-lists.ts'
import { readProven } from './read-proven.ts'

type Upstream = NonNullable<Config['upstreams']['etherscan']>
export type ExplorerName = 'etherscan' | 'blockscout'

interface ExplorerDependencies {
  readonly nodes: NodePort
  readonly fetchList?: Fetch
  /**
   * The current API keys, read at each use because the dashboard may change them; default: the keys
   * of the configuration.
   */
  readonly settings?: OperatorSettings | undefined
}

/**
 * Lists that are read from each block explorer. Etherscan and Blockscout have the same account API,
 * but Blockscout returns the transfers of all token standards in one list.
 */
const listsByExplorer: Readonly<Record<ExplorerName, readonly ListName[]>> = {
  etherscan: ['txlist', 'txlistinternal', 'tokentx', 'tokennfttx', 'token1155tx'],
  blockscout: ['txlist', 'txlistinternal', 'tokentx'],
}
/** A block number above every real block; explorers take it to mean the newest block. */
const newestBlock = 999_999_999
/** Maximum number of rows that Etherscan and Blockscout return in one answer. */
const maxRows = 1_000

/** The configured block explorers as sources of transactions, in the order of use. */
export function explorerSources(
  config: Pick<Config, 'upstreams'>,
  dependencies: ExplorerDependencies,
): readonly SeenSource[] {
  return (['etherscan', 'blockscout'] as const).flatMap((name) => {
    const upstream = config.upstreams[name]
    return upstream ? [explorerSource(name, upstream, dependencies)] : []
  })
}

/**
 * Reads an account's transactions from an Etherscan-like or Blockscout-like service. The service
 * gives only the hashes of the transactions; the chain's own node provides their contents.
 */
export function explorerSource(
  name: ExplorerName,
  upstream: Upstream,
  { nodes, fetchList = fetch, settings }: ExplorerDependencies,
): SeenSource {
  return {
    name,
    chains: upstream.chains.filter(
      (chain) => buildExplorerUrl(name, upstream, chain) !== undefined,
    ),
    async read({ chain, account, before, limit, signal }) {
      const timeLimitSignal = timeLimit(upstream.timeoutMs, signal)
      const key = settings ? await settings.get(`upstreams.${name}.key`) : upstream.key
      const listRequest = {
        url: buildExplorerUrl(name, upstream, chain, key) as URL,
        lists: listsByExplorer[name],
        account,
        signal: timeLimitSignal,
        fetchList,
        endBlock: before?.block ?? newestBlock,
      }
      const isOlder = ({ block, place }: ChainPosition): boolean =>
        !before || block < before.block || (block === before.block && place < before.place)
      // One transaction may fill many rows of a list: if a short list contains no new transaction,
      // a longer list is read.
      for (const rowLimit of [Math.min(maxRows, limit + 50), maxRows]) {
        const { listed, hasMore } = await readLists({ ...listRequest, rows: rowLimit })
        // Transactions of the block where the last page ended may have been on that page already,
        // so they do not count towards the limit.
        const repeatedCount = listed.filter(({ block }) => block === before?.block).length
        const wantedTransactions = listed.slice(0, repeatedCount + limit)
        const olderTransactions = (
          await readProven(nodes, chain, account, wantedTransactions, timeLimitSignal)
        ).filter(isOlder)
        if (olderTransactions.length || !hasMore)
          return {
            items: olderTransactions.slice(0, limit),
            hasMore:
              hasMore ||
              olderTransactions.length > limit ||
              wantedTransactions.length < listed.length,
          }
      }
      throw distrustRefusal('one block fills a whole list')
    },
  }
}

/**
 * Returns the address of an explorer for a chain. `{chain}` in the configured address is replaced
 * by the chain number; without it, Etherscan gets the number as the parameter `chainid`, and a
 * Blockscout address serves one chain only.
 */
function buildExplorerUrl(
  name: ExplorerName,
  { url, chains }: Upstream,
  chain: ChainId,
  key?: string,
): URL | undefined {
  const chainNumber = referenceOf(chain)
  const chainPlaceholder = /\{chain\}|%7Bchain%7D/i
  if (name === 'blockscout' && !chainPlaceholder.test(url) && chains.length !== 1) return undefined
  const explorerUrl = new URL(url.replace(chainPlaceholder, chainNumber))
  if (name === 'etherscan') explorerUrl.searchParams.set('chainid', chainNumber)
  if (key) explorerUrl.searchParams.set('apikey', key)
  return explorerUrl
}
