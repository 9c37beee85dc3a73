import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { reduceTransaction } from '../machine/reduce-transaction.ts'
import type { Transaction } from '../machine/state.ts'
import { watchTransaction } from '../send/watch-transaction.ts'
import { reviveTransaction } from '../session/restore-pending.ts'
import { readStored } from '../storage/stored.ts'
import { writeStored } from '../storage/write-stored.ts'

/** Maximum number of payments that are kept, so that none of them is paid twice. */
const maxPayments = 50

/** Transactions that ended without paying. */
const unpaidStatuses: readonly Transaction['status'][] = ['draft', 'failed', 'dropped', 'replaced']

/**
 * The transaction by which this browser pays, or has paid, a bill: of this page, of another tab, or
 * of an earlier page. A stored one is put back among the kit's transactions and followed there.
 * Undefined when nothing was sent, or what was sent did not arrive on the chain.
 */
export function findPayment(kit: Kit, id: string): Transaction | undefined {
  const known = Object.values(kit.getState().transactions)
    .filter(({ payment, status }) => payment?.id === id && !unpaidStatuses.includes(status))
    .sort((a, b) => b.createdAt - a.createdAt)[0]
  if (known) return known
  const stored = readPayments(kit).find(({ payment }) => payment?.id === id)
  if (!stored || stored.id in kit.getState().transactions) return undefined
  kit[inside].learn({ transaction: reduceTransaction })
  // The visitor has seen how it ended, or is about to see it in the dialog.
  kit[inside].dispatch({ type: 'transaction-added', transaction: { ...stored, isQuiet: true } })
  watchTransaction(kit, { id: stored.id }).catch(() => {})
  return stored
}

const keepers: (kit: Kit) => { isStarted?: true } = perKit(() => ({}))

/**
 * Stores each payment as soon as its wallet has answered, and forgets it when it ended without
 * paying. The list of pending transactions forgets what has settled; this one does not.
 */
export function keepPayments(kit: Kit): void {
  const keeper = keepers(kit)
  if (keeper.isStarted) return
  keeper.isStarted = true
  kit.watch((event, { transactions }) => {
    if (!('id' in event) || !event.type.startsWith('transaction-')) return
    const transaction = transactions[event.id]
    // A payment that the page cannot name again cannot be found again either.
    if (!transaction?.payment?.mark && !transaction?.payment?.id.startsWith('ref:')) return
    const { id } = transaction.payment
    const others = storedEntries(kit).filter((entry) => idOfEntry(entry) !== id)
    if (event.type === 'transaction-submitted')
      writeStored(kit, 'payments', [transaction, ...others].slice(0, maxPayments))
    else if (unpaidStatuses.includes(transaction.status)) forget(kit, transaction, others)
  })
}

/** Forgets a payment, unless the stored one is another attempt at the same bill. */
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
