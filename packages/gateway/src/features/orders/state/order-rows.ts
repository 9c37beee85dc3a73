import { and, asc, eq, inArray } from 'drizzle-orm'
import { orderChains, orderOptions, orderPayments, orders } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'

export type OrderRow = typeof orders.$inferSelect
export type OptionRow = typeof orderOptions.$inferSelect
export type PaymentRow = typeof orderPayments.$inferSelect

/** An order with everything that its state depends on. */
export interface StoredOrder {
  readonly order: OrderRow
  /** In the order of the request. */
  readonly options: readonly OptionRow[]
  /** In the order of their blocks. */
  readonly payments: readonly PaymentRow[]
  /** Newest known block of each chain. */
  readonly heads: ReadonlyMap<string, number>
}

/**
 * Reads orders by their ids, in the order of the ids; unknown ones are left out.
 * @param isLocked - whether the rows are locked until the transaction ends
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

/** Reads one order; undefined when there is none. */
export async function readOrder(
  db: Sql,
  id: string,
  isLocked = false,
): Promise<StoredOrder | undefined> {
  const [stored] = await readOrders(db, [id], isLocked)
  return stored
}

/** Finds the order of a project that has this reference. */
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
