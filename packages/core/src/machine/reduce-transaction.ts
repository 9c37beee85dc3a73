import { pendingTransactionsLimit } from '@latchkey/protocol'
import type { TransactionEvent } from './event.ts'
import { readOwnField } from './read-own-field.ts'
import type { State, Transaction } from './state.ts'
import { advanceTransaction, isUnsettled } from './transaction.ts'

/**
 * The reducer for transactions; nothing else changes them. It is pure, and returns the same object
 * when nothing changed.
 */
export function reduceTransaction(state: State, event: TransactionEvent): State {
  const id = 'transaction' in event ? event.transaction.id : event.id
  const previousTransaction = readOwnField(state.transactions, id)
  const nextTransaction = advanceTransaction(previousTransaction, event)
  if (nextTransaction === previousTransaction) return state
  const { [id]: _, ...otherTransactions } = state.transactions
  return {
    ...state,
    transactions: nextTransaction
      ? boundTransactions({ ...otherTransactions, [id]: nextTransaction })
      : otherTransactions,
  }
}

/**
 * Limits the number of unsettled transactions, and of settled ones. The oldest transactions are
 * deleted first, drafts before the others.
 */
function boundTransactions(
  transactions: Readonly<Record<string, Transaction>>,
): Readonly<Record<string, Transaction>> {
  const allTransactions = Object.values(transactions)
  if (allTransactions.length <= pendingTransactionsLimit) return transactions
  const rankOf = (t: Transaction): number => (t.status === 'draft' ? 0 : 1)
  const newestFirst = allTransactions.sort(
    (a, b) => rankOf(b) - rankOf(a) || b.createdAt - a.createdAt,
  )
  const keptTransactions = [isUnsettled, (t: Transaction) => !isUnsettled(t)].flatMap((isMeant) =>
    newestFirst.filter(isMeant).slice(0, pendingTransactionsLimit),
  )
  return Object.fromEntries(keptTransactions.map((t) => [t.id, t]))
}
