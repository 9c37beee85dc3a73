import { and, eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { orderNotices, orderPayments } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { MinedTransaction } from '../../../families/evm/payments/payment-reader.ts'
import { changeOrder } from '../state/change-order.ts'
import type { PaymentRow, StoredOrder } from '../state/order-rows.ts'
import { type Attribution, attributeTransaction } from './attribute-transaction.ts'

/** A transaction on a chain, and what is needed to count it. */
export interface PaymentContext {
  readonly db: Sql
  readonly chain: string
  /** Number of confirmations from which a payment counts. */
  readonly needed: number
  /** Current time, in milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Counts a transaction for the order that it pays. It is counted once: the table of payments has
 * one row a transaction. An order that is settled or refunded takes no more payments.
 * @returns id of the order; undefined when the transaction pays none
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

/** Marks a payment as having enough confirmations. */
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
 * Takes back a payment whose block is no longer in the chain. When the transaction stands in
 * another block by now, it is counted again from there, in the same transaction of the database, so
 * that the order does not seem unpaid in between. Else the watcher keeps looking for it.
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

/** Finds the order for which a transaction is counted. */
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

/** Forgets what a page told of an order. */
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
