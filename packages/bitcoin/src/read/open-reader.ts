import type { Reader } from '@latchkey/core'
import { balancesOf } from './balances.ts'
import { isUnspendable } from './unspendable.ts'
import { type SeenTransactions, verdictOf } from './verdict.ts'

/**
 * The functions with which one adapter reads its chains.
 * @param ord - URL of an ord server, which finds coins that must not be spent
 */
export function openReader(
  ord: string | undefined,
): Pick<
  Required<Reader>,
  'balances' | 'estimateTransfer' | 'parseHash' | 'verdict' | 'isUnspendable'
> {
  const seenTransactions: SeenTransactions = new Map()
  return {
    balances: balancesOf,
    estimateTransfer: async (source, transfer) =>
      (await import('./estimate-transfer.ts')).estimateTransfer(source, transfer, ord),
    // A transaction's id, in lower case as servers write it.
    parseHash: async (text) => (/^[0-9a-f]{64}$/i.test(text) ? text.toLowerCase() : null),
    verdict: (source, parameters) => verdictOf(source, parameters, seenTransactions),
    isUnspendable: async (address) => isUnspendable(address),
  }
}
