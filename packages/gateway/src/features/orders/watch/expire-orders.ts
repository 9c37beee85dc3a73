import { and, asc, eq, lte } from 'drizzle-orm'
import { orders } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import { changeOrder } from '../state/change-order.ts'

const ordersAtOnce = 100

/**
 * Ends the open orders whose time is over. Several replicas may do this at once, because the state
 * of an order is computed anew while its row is locked.
 * @param now - milliseconds since the epoch
 */
export async function expireOrders(db: Sql, now: number, signal: AbortSignal): Promise<void> {
  for (;;) {
    const rows = await db
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.state, 'open'), lte(orders.expiresAt, new Date(now))))
      .orderBy(asc(orders.expiresAt))
      .limit(ordersAtOnce)
    for (const { id } of rows) {
      if (signal.aborted) return
      await changeOrder(db, id, now, async () => false)
    }
    if (rows.length < ordersAtOnce) return
  }
}
