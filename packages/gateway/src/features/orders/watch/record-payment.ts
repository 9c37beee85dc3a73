import { and, eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { orderNotices, orderPayments } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { MinedTransaction } from '../../../families/evm/payments/payment-reader.ts'
import { changeOrder } from '../state/change-order.ts'
import type { PaymentRow, StoredOrder } from '../state/order-rows.ts'
import { type Attribution, attributeTransaction } from './attribute-transaction.ts'

/** The chain of a transaction, and what is needed to record the transaction as a payment. */
export interface PaymentContext {
  readonly db: Sql
  readonly chain: string
  /** Number of confirmations from which a payment counts as settled. */
  readonly needed: number
  /** Current time, in milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Records a transaction as a payment of the order that it pays. It is recorded once, because the
 * table of payments has one row for each transaction. Orders that are settled or refunded get no
 * further payments.
 * @returns the id of the order; undefined when the transaction pays no order
 */
export async function recordPayment(
  context: PaymentContext,
  transaction: MinedTransaction,
): Promise<string | undefined> {
  const { db, chain } = context
  const paidOrder = await findPaidOrder(db, chain, transaction.hash)
  if (paidOrder) return paidOrder
  const attribution = await attributeTransaction(db, chain, transaction)
  if (!attribution) return undefined
  await changeOrder(db, attribution.orderId, context.now(), (tx, stored) =>
    insertPayment(tx, stored, context, transaction, attribution),
  )
  return attribution.orderId
}

async function insertPayment(
  tx: Sql,
  { order }: StoredOrder,
  { chain, needed, now }: PaymentContext,
  { hash, block, blockHash, minedAt }: MinedTransaction,
  { option, arrival }: Attribution,
): Promise<boolean> {
  if (order.settledAt || order.refundedAt) return false
  const inserted = await tx
    .insert(orderPayments)
    .values({
      chain,
      hash,
      orderId: order.id,
      position: option.position,
      payer: arrival.payer,
      amount: arrival.amount,
      block,
      blockHash,
      minedAt: new Date(minedAt),
      seenAt: new Date(now()),
      needed,
    })
    .onConflictDoNothing()
    .returning({ hash: orderPayments.hash })
  return inserted.length > 0
}

/** Stores that a payment has enough confirmations. */
export async function confirmPayment(
  { db, chain, now }: PaymentContext,
  { orderId, hash }: PaymentRow,
): Promise<void> {
  await changeOrder(db, orderId, now(), async (tx) => {
    const updated = await tx
      .update(orderPayments)
      .set({ isConfirmed: true })
      .where(and(eq(orderPayments.chain, chain), eq(orderPayments.hash, hash)))
      .returning({ hash: orderPayments.hash })
    return updated.length > 0
  })
}

/**
 * Removes a payment whose block is no longer in the chain. If the transaction is in another block
 * by now, its payment is recorded again from there in the same database transaction, so that the
 * order does not seem unpaid in between. Otherwise the watcher keeps looking for the transaction.
 */
export async function movePayment(
  context: PaymentContext,
  { orderId, hash, position }: PaymentRow,
  moved: MinedTransaction | undefined,
): Promise<void> {
  const { db, chain, now } = context
  await changeOrder(db, orderId, now(), async (tx, stored) => {
    await tx
      .delete(orderPayments)
      .where(and(eq(orderPayments.chain, chain), eq(orderPayments.hash, hash)))
    await tx
      .insert(orderNotices)
      .values({ orderId, chain, hash, toldAt: new Date(now()) })
      .onConflictDoNothing()
    const option = stored.options.find((one) => one.position === position)
    const arrival = moved?.arrivals.find(
      ({ token, receiver }) => token === option?.token && receiver === option?.receiver,
    )
    if (moved && option && arrival)
      await insertPayment(tx, stored, context, moved, { orderId, option, arrival })
    return true
  })
}

/** Finds the order of which a transaction is recorded as a payment. */
export async function findPaidOrder(
  db: Sql,
  chain: string,
  hash: Hex,
): Promise<string | undefined> {
  const [row] = await db
    .select({ orderId: orderPayments.orderId })
    .from(orderPayments)
    .where(and(eq(orderPayments.chain, chain), eq(orderPayments.hash, hash)))
  return row?.orderId
}

/** Deletes a page's report that a transaction pays an order. */
export async function deleteNotice(
  db: Sql,
  { orderId, chain, hash }: Pick<typeof orderNotices.$inferSelect, 'orderId' | 'chain' | 'hash'>,
): Promise<void> {
  await db
    .delete(orderNotices)
    .where(
      and(
        eq(orderNotices.orderId, orderId),
        eq(orderNotices.chain, chain),
        eq(orderNotices.hash, hash),
      ),
    )
}
