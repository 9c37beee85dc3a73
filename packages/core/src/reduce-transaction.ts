import type { TransactionEvent } from './event.ts'
import { own } from './own.ts'
import type { State, Transaction } from './state.ts'
import { isUnsettled, transact } from './transaction.ts'

/** The only way transactions change; pure; the same object when nothing changed. */
export function reduceTransaction(state: State, event: TransactionEvent): State {
  const id = event.type === 'transaction-drafted' ? event.transaction.id : event.id
  const before = own(state.transactions, id)
  const after = transact(before, event)
  if (after === before) return state
  const { [id]: _, ...rest } = state.transactions
  return { ...state, transactions: after ? bounded({ ...rest, [id]: after }) : rest }
}

/** At most 99 that are not settled (specification 9), and as many that are; the oldest go, drafts before the rest. */
function bounded(transactions: Readonly<Record<string, Transaction>>): Readonly<Record<string, Transaction>> {
  const all = Object.values(transactions)
  if (all.length <= 99) return transactions
  const rank = (t: Transaction): number => (t.status === 'draft' ? 0 : 1)
  const newest = all.sort((a, b) => rank(b) - rank(a) || b.createdAt - a.createdAt)
  const kept = [...newest.filter(isUnsettled).slice(0, 99), ...newest.filter((t) => !isUnsettled(t)).slice(0, 99)]
  return Object.fromEntries(kept.map((t) => [t.id, t]))
}
