import type { ChainId } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import { refusal } from '../../base/refuse.ts'
import type { BalancePort } from '../../ports/balance-port.ts'
import type { NodePort } from '../../ports/node-port.ts'
import { askSingleCall, getCall, unansweredRefusal } from '../shared/ask-single-call.ts'
import { readAmountAt } from '../shared/read-amount.ts'
import { coinBalance } from '../shared/wire-balance.ts'

/**
 * Reads the balance of an address: the sum of its unspent outputs, unconfirmed transactions
 * included.
 */
export function bitcoinBalances(
  { chains }: Pick<Config, 'chains'>,
  { nodes }: { readonly nodes: NodePort },
): BalancePort {
  const readBalance = async (
    chain: ChainId,
    address: string,
    signal: AbortSignal | undefined,
  ): Promise<bigint> => {
    // The balance is read from the sums that the server keeps, not from the list of unspent
    // outputs, because servers refuse that list for addresses that have many.
    const { text } = await askSingleCall(nodes, chain, getCall(`/address/${address}`), signal)
    const statBalances = ['chain_stats', 'mempool_stats'].map((name) => {
      const [got, spent] = ['funded_txo_sum', 'spent_txo_sum'].map((sum) =>
        readAmountAt(text, name, sum),
      )
      return got === undefined || spent === undefined ? undefined : got - spent
    })
    const [settled, pending] = statBalances
    // The unconfirmed part may be negative, because an unconfirmed transaction may spend a
    // confirmed output; but a negative sum is an invalid answer.
    if (settled === undefined || pending === undefined || settled + pending < 0n)
      throw unansweredRefusal(chain, 'a balance')
    return settled + pending
  }
  return {
    async read({ chain: id, address, signal }) {
      const chain = chains.find((one) => one.id === id)
      if (!chain) throw refusal(400, 'chainId', `Balances of ${id} are not served here`)
      return [coinBalance(chain, await readBalance(id, address, signal))]
    },
    coin: ({ chain, address, signal }) => readBalance(chain, address, signal),
  }
}
