import type { ChainId } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import type { NodePort } from '../../ports/node-port.ts'
import { getCall, unansweredRefusal } from '../shared/ask-single-call.ts'
import { coinAsset } from '../shared/family.ts'
import type { HistoryReader } from '../shared/paged-history.ts'
import { readAmountAt } from '../shared/read-amount.ts'
import { bitcoin } from './bitcoin.ts'
import { readBitcoinTransaction } from './read-transaction.ts'

/**
 * A position in an account's history, such as `12-<txid>`: the number of confirmed transactions
 * shown so far, and the id of the last one. `0-` is the position before the first one.
 */
const cursorPlacePattern = /^(\d{1,9})-([\da-f]{64})?$/

/**
 * Reads the history of an address from the Esplora path `/address/…/txs`, which includes
 * unconfirmed transactions, and from the second page on from `/address/…/txs/chain/…`.
 */
export function bitcoinHistory(
  { chains }: Pick<Config, 'chains'>,
  { nodes }: { readonly nodes: NodePort },
): HistoryReader {
  return {
    isPlace: (place) => cursorPlacePattern.test(place),
    async read({ chain, account, after, limit, signal }) {
      const [, shown = '0', last] = cursorPlacePattern.exec(after ?? '') ?? []
      const path = after ? `/txs/chain${last ? `/${last}` : ''}` : '/txs'
      const calls = [getCall(`/address/${account}`), getCall(`/address/${account}${path}`)]
      const [stats, list] = await nodes.ask(chain, calls, signal)
      const total =
        stats?.kind === 'result' ? readAmountAt(stats.text, 'chain_stats', 'tx_count') : undefined
      if (list?.kind !== 'result' || !Array.isArray(list.value) || total === undefined)
        throw unansweredRefusal(chain, 'a history')
      const coin = describeChainCoin(chain)
      const readTransactions = (list.value as readonly unknown[]).slice(0, limit).map((one) => {
        const parsedTransaction = readBitcoinTransaction(one, account, coin)
        if (!parsedTransaction) throw unansweredRefusal(chain, 'a history')
        return parsedTransaction
      })
      const confirmedCounts = readTransactions.map(
        (_, index) =>
          Number(shown) + readTransactions.slice(0, index + 1).filter(isConfirmed).length,
      )
      const items = readTransactions.map((one, index) => {
        const id = isConfirmed(one)
          ? one.hash
          : (readTransactions.slice(0, index).filter(isConfirmed).at(-1)?.hash ?? last ?? '')
        return { ...one, place: `${confirmedCounts[index]}-${id}` }
      })
      return {
        items,
        hasMore: readTransactions.length > 0 && BigInt(confirmedCounts.at(-1) ?? 0) < total,
      }
    },
  }

  function describeChainCoin(chain: ChainId) {
    const chainConfig = chains.find(({ id }) => id === chain) as Config['chains'][number]
    return { asset: coinAsset(bitcoin, chain), unit: chainConfig.nativeCurrency }
  }
}

function isConfirmed({ status }: { readonly status: string }): boolean {
  return status === 'confirmed'
}
