import type { OrderEvent } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import { orderEvents, orders, orderWebhooks } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import { describeOrder } from './describe-order.ts'
import { judgeOrder } from './judge-order.ts'
import { makeOrderId } from './order-id.ts'
import { readOrder, type StoredOrder } from './order-rows.ts'

/**
 * Changes an order and adds the event for the project's webhook in one database transaction, so
 * after a crash both exist or neither does. The order's row is locked, so only one replica changes
 * it at a time.
 * @param change - writes to the rows of the order; returns whether it has written something
 * @returns the order after the change; undefined when there is no order with this id
 */
export async function changeOrder(
  db: Sql,
  id: string,
  now: number,
  change: (tx: Sql, stored: StoredOrder) => Promise<boolean>,
): Promise<StoredOrder | undefined> {
  return db.transaction(async (tx) => {
    const before = await readOrder(tx, id, true)
    if (!before) return undefined
    const isWritten = await change(tx, before)
    const written = isWritten ? await readOrder(tx, id) : before
    if (!written) return undefined
    const { state } = judgeOrder(written, now)
    const isStateChanged = state !== before.order.state
    const after = isStateChanged ? await writeState(tx, written, state, now) : written
    const isPaymentChanged = listPayments(before) !== listPayments(after)
    if (isStateChanged || isPaymentChanged) await addEvent(tx, after, now)
    return after
  })
}

async function writeState(
  tx: Sql,
  stored: StoredOrder,
  state: StoredOrder['order']['state'],
  now: number,
): Promise<StoredOrder> {
  const { order } = stored
  const settledAt = state === 'settled' && !order.settledAt ? new Date(now) : order.settledAt
  await tx.update(orders).set({ state, settledAt }).where(eq(orders.id, order.id))
  return { ...stored, order: { ...order, state, settledAt } }
}

function listPayments({ payments }: StoredOrder): string {
  return payments.map(({ chain, hash, amount }) => `${chain} ${hash} ${amount}`).join()
}

/**
 * Adds the event that is sent to the project's webhook. A project without a webhook gets no event.
 */
async function addEvent(tx: Sql, stored: StoredOrder, now: number): Promise<void> {
  const { id: orderId, projectId } = stored.order
  const [webhook] = await tx
    .select({ url: orderWebhooks.url })
    .from(orderWebhooks)
    .where(eq(orderWebhooks.projectId, projectId))
  if (!webhook) return
  const at = new Date(now)
  const event: OrderEvent = {
    id: makeOrderId(),
    at: at.toISOString(),
    order: describeOrder(stored),
  }
  await tx
    .insert(orderEvents)
    .values({ id: event.id, orderId, projectId, at, body: JSON.stringify(event), dueAt: at })
}
