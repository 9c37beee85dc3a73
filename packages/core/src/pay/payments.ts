import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { reduceTransaction } from '../machine/reduce-transaction.ts'
import type { Transaction } from '../machine/state.ts'
import { watchTransaction } from '../send/watch-transaction.ts'
import { reviveTransaction } from '../session/restore-pending.ts'
import { readStored } from '../storage/stored.ts'
import { writeStored } from '../storage/write-stored.ts'

/**
 * Maximum number of payments that are stored so that the visitor does not pay one of them twice.
 */
const maxPayments = 50

/** States of transactions that paid nothing. */
const unpaidStatuses: readonly Transaction['status'][] = ['draft', 'failed', 'dropped', 'replaced']

/**
 * Returns the transaction by which this browser pays, or has paid, a bill. The transaction may be
 * from this page, from another tab or from an earlier page. A stored transaction is put back among
 * the kit's transactions and followed there. Returns undefined when nothing was sent, or when the
 * transaction that was sent did not arrive on the chain.
 */
export function findPayment(kit: Kit, id: string): Transaction | undefined {
  const known = Object.values(kit.getState().transactions)
    .filter(({ payment, status }) => payment?.id === id && !unpaidStatuses.includes(status))
    .sort((a, b) => b.createdAt - a.createdAt)[0]
  if (known) return known
  const stored = readPayments(kit).find(({ payment }) => payment?.id === id)
  if (!stored || stored.id in kit.getState().transactions) return undefined
  kit[inside].learn({ transaction: reduceTransaction })
  // The transaction is restored without a notification (`isQuiet`), because the visitor has seen
  // its result before or is about to see it in the dialog.
  kit[inside].dispatch({ type: 'transaction-added', transaction: { ...stored, isQuiet: true } })
  watchTransaction(kit, { id: stored.id }).catch(() => {})
  return stored
}

const keepers: (kit: Kit) => { isStarted?: true } = perKit(() => ({}))

/**
 * Stores each payment as soon as its wallet has answered, and deletes it when its transaction ended
 * without paying. Settled payments stay stored here, unlike in the list of pending transactions.
 */
export function keepPayments(kit: Kit): void {
  const keeper = keepers(kit)
  if (keeper.isStarted) return
  keeper.isStarted = true
  kit.watch((event, { transactions }) => {
    if (!('id' in event) || !event.type.startsWith('transaction-')) return
    const transaction = transactions[event.id]
    // Only payments with an order or with a `reference` are stored: any other payment gets a new id
    // in the next page, so it could not be found again.
    if (!transaction?.payment?.mark && !transaction?.payment?.id.startsWith('ref:')) return
    const { id } = transaction.payment
    const others = storedEntries(kit).filter((entry) => idOfEntry(entry) !== id)
    if (event.type === 'transaction-submitted')
      writeStored(kit, 'payments', [transaction, ...others].slice(0, maxPayments))
    else if (unpaidStatuses.includes(transaction.status)) forget(kit, transaction, others)
  })
}

/**
 * Deletes a stored payment, unless the stored transaction is another attempt to pay the same bill.
 */
function forget(kit: Kit, { id }: Transaction, others: readonly unknown[]): void {
  if (readPayments(kit).some((stored) => stored.id === id)) writeStored(kit, 'payments', others)
}

function readPayments(kit: Kit): readonly Transaction[] {
  return storedEntries(kit).flatMap((entry) => {
    const transaction = reviveTransaction(entry)
    const isPayment = transaction?.status === 'submitted' && transaction.payment
    return isPayment ? [transaction] : []
  })
}

function storedEntries(kit: Kit): readonly unknown[] {
  const entries = readStored(kit, 'payments')
  return Array.isArray(entries) ? entries.slice(0, maxPayments) : []
}

function idOfEntry(entry: unknown): unknown {
  return (entry as { payment?: { id?: unknown } } | null)?.payment?.id
}
