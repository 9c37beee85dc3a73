import type { orderPaymentNoticeSchema } from '@latchkey/protocol/schema'
import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { z } from 'zod'
import { refusal } from '../../../base/refuse.ts'
import { orderNotices } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { StoredOrder } from '../state/order-rows.ts'
import { deleteNotice, findPaidOrder, recordPayment } from './record-payment.ts'
import type { WatchContext } from './watch-chain.ts'

/** Maximum number of transactions that pages may report for one order. */
const maxNotices = 20

/**
 * Stores a page's report of a transaction that it sent for an order, and at once checks whether the
 * transaction is mined. The page is not believed: the payment is read from the gateway's own node.
 * If the transaction is not mined yet or cannot be read now, the watcher looks for it later.
 * @throws a refusal: 409, 422, 429
 */
export async function tellPayment(
  db: Sql,
  { order, options }: StoredOrder,
  context: WatchContext | undefined,
  notice: z.output<typeof orderPaymentNoticeSchema>,
  signal: AbortSignal,
): Promise<void> {
  const { chain } = notice
  const hash = notice.hash.toLowerCase() as Hex
  if (!context || !options.some((option) => option.chain === chain))
    throw refusal(422, 'chain', 'The order cannot be paid on this chain')
  const paidOrder = await findPaidOrder(db, chain, hash)
  if (paidOrder === order.id || order.settledAt || order.refundedAt) return
  if (paidOrder) throw refuseOther()
  if ((await db.$count(orderNotices, eq(orderNotices.orderId, order.id))) >= maxNotices)
    throw refusal(429, 'hash', 'Too many transactions were told of this order')
  await db
    .insert(orderNotices)
    .values({ orderId: order.id, chain, hash, toldAt: new Date(context.now()) })
    .onConflictDoNothing()
  const transaction = await context.reader.readTransaction(hash, signal).catch(() => undefined)
  if (!transaction) return
  const counted = await recordPayment(context, transaction)
  if (counted === order.id) return
  await deleteNotice(db, { orderId: order.id, chain, hash })
  if (counted) throw refuseOther()
  throw refusal(
    422,
    'hash',
    'The transaction does not pay this order: it failed, is older than the order, or receiver, asset or amount differ',
  )
}

function refuseOther(): Error {
  return refusal(409, 'hash', 'The transaction pays another order')
}
