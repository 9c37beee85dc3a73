import { pendingTransactionsLimit } from '@latchkey/protocol'
import type { TransactionEvent } from './event.ts'
import { readOwn } from './read-own.ts'
import type { State, Transaction } from './state.ts'
import { advanceTransaction, isUnsettled } from './transaction.ts'

/**
 * Reduces transactions; pure; returns the same object when nothing changed. Transactions change
 * nowhere else.
 */
export function reduceTransaction(state: State, event: TransactionEvent): State {
  const id = event.type === 'transaction-drafted' ? event.transaction.id : event.id
  const before = readOwn(state.transactions, id)
  const after = advanceTransaction(before, event)
  if (after === before) return state
  const { [id]: _, ...rest } = state.transactions
  return { ...state, transactions: after ? boundTransactions({ ...rest, [id]: after }) : rest }
}

/**
 * Limits the number of unsettled transactions, and of settled ones; the oldest are deleted, drafts
 * before the others.
 */
function boundTransactions(
  transactions: Readonly<Record<string, Transaction>>,
): Readonly<Record<string, Transaction>> {
  const all = Object.values(transactions)
  if (all.length <= pendingTransactionsLimit) return transactions
  const rankOf = (t: Transaction): number => (t.status === 'draft' ? 0 : 1)
  const newest = all.sort((a, b) => rankOf(b) - rankOf(a) || b.createdAt - a.createdAt)
  const kept = [isUnsettled, (t: Transaction) => !isUnsettled(t)].flatMap((isMeant) =>
    newest.filter(isMeant).slice(0, pendingTransactionsLimit),
  )
  return Object.fromEntries(kept.map((t) => [t.id, t]))
}
