import { and, asc, eq, inArray } from 'drizzle-orm'
import { orderChains, orderOptions, orderPayments, orders } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'

export type OrderRow = typeof orders.$inferSelect
export type OptionRow = typeof orderOptions.$inferSelect
export type PaymentRow = typeof orderPayments.$inferSelect

/** An order with all database rows on which its state depends. */
export interface StoredOrder {
  readonly order: OrderRow
  /** The order's options (ways to pay), in the sequence of the request. */
  readonly options: readonly OptionRow[]
  /** The order's payments, sorted by block. */
  readonly payments: readonly PaymentRow[]
  /** Number of the newest known block of each chain. */
  readonly heads: ReadonlyMap<string, number>
}

/**
 * Reads orders by their ids, in the sequence of the ids. Ids without an order are left out.
 * @param isLocked - whether the rows are locked until the database transaction ends
 */
export async function readOrders(
  db: Sql,
  ids: readonly string[],
  isLocked = false,
): Promise<readonly StoredOrder[]> {
  if (ids.length === 0) return []
  const select = db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(orders.id)
  const orderRows = await (isLocked ? select.for('update') : select)
  const options = await db
    .select()
    .from(orderOptions)
    .where(inArray(orderOptions.orderId, [...ids]))
    .orderBy(asc(orderOptions.position))
  const payments = await db
    .select()
    .from(orderPayments)
    .where(inArray(orderPayments.orderId, [...ids]))
    .orderBy(asc(orderPayments.block), asc(orderPayments.hash))
  const chainRows = payments.length === 0 ? [] : await db.select().from(orderChains)
  const heads = new Map(chainRows.map(({ chain, headBlock }) => [chain, headBlock]))
  const rowsById = new Map(orderRows.map((order) => [order.id, order]))
  return ids.flatMap((id) => {
    const order = rowsById.get(id)
    return order
      ? [
          {
            order,
            options: options.filter(({ orderId }) => orderId === id),
            payments: payments.filter(({ orderId }) => orderId === id),
            heads,
          },
        ]
      : []
  })
}

/** Reads one order; undefined when there is no order with this id. */
export async function readOrder(
  db: Sql,
  id: string,
  isLocked = false,
): Promise<StoredOrder | undefined> {
  const [stored] = await readOrders(db, [id], isLocked)
  return stored
}

/** Finds the order of a project that has the given reference. */
export async function findByReference(
  db: Sql,
  projectId: string,
  reference: string,
): Promise<OrderRow | undefined> {
  const rows = await db
    .select()
    .from(orders)
    .where(and(eq(orders.projectId, projectId), eq(orders.reference, reference)))
  return rows[0]
}
