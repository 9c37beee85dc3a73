import { type OperatorOrder, type OrdersPage, paymentOrderStates } from '@latchkey/protocol'
import { and, asc, desc, eq, exists, or, type SQL, sql } from 'drizzle-orm'
import { getAddress, type Hex } from 'viem'
import { z } from 'zod'
import { orderEvents, orderPayments, orders } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import { describeOrder } from '../../orders/state/describe-order.ts'
import { readOrder, readOrders, type StoredOrder } from '../../orders/state/order-rows.ts'
import { Fault } from '../fault.ts'
import { plainText } from '../read-emails.ts'

/** Query parameters for a page of a project's orders. */
export const ordersQuery = z.strictObject({
  state: z.enum(paymentOrderStates).optional(),
  /**
   * Search text: part of a reference or a title, the whole id of an order, or the whole hash of a
   * transaction.
   */
  search: z.string().max(128).regex(plainText).optional(),
  /** Cursor: the value of `next` in the answer with the previous page. */
  cursor: z
    .string()
    .regex(/^[\w-]{1,128}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})

type OrdersRequest = z.output<typeof ordersQuery>

const eventsShown = 100

/**
 * Reads a page of a project's orders, newest first. The cursor stays correct while new orders are
 * made.
 * @throws a fault: `invalid`
 */
export async function readOrdersPage(
  db: Sql,
  project: string,
  query: Record<string, string>,
): Promise<Omit<OrdersPage, 'isEnabled'>> {
  const parsedQuery = ordersQuery.safeParse(query)
  if (!parsedQuery.success) {
    const [{ path = [], message = '' } = {}] = parsedQuery.error.issues
    const field = String(path[0] ?? '')
    throw new Fault('invalid', `${field}: ${message}`, 'Look at openapi.json', { field })
  }
  const condition = conditionFor(project, parsedQuery.data)
  const [page, total] = await Promise.all([
    readStoredPage(db, condition, parsedQuery.data),
    db.$count(orders, condition),
  ])
  return { orders: page.stored.map(describeOrder), next: page.next, total }
}

/**
 * Reads one order with its payments and its webhook events.
 * @throws a fault `not-found`
 */
export async function readOperatorOrder(
  db: Sql,
  project: string,
  id: string,
): Promise<OperatorOrder> {
  const stored = await findStoredOrder(db, project, id)
  const events = await db
    .select()
    .from(orderEvents)
    .where(eq(orderEvents.orderId, id))
    .orderBy(asc(orderEvents.at), asc(orderEvents.id))
    .limit(eventsShown)
  return {
    order: describeOrder(stored),
    payments: stored.payments.map((payment) => {
      const option = stored.options.find(({ position }) => position === payment.position)
      return {
        chain: payment.chain,
        hash: payment.hash,
        from: getAddress(payment.payer),
        asset: option?.asset ?? '',
        symbol: option?.symbol ?? '',
        decimals: option?.decimals ?? 0,
        amount: payment.amount.toString(),
        block: payment.block,
        minedAt: payment.minedAt.getTime(),
        isConfirmed: payment.isConfirmed,
      }
    }),
    events: events.map(({ id: eventId, at, tries, dueAt, deliveredAt, lastResult }) => ({
      id: eventId,
      at: at.getTime(),
      tries,
      dueAt: dueAt?.getTime() ?? null,
      deliveredAt: deliveredAt?.getTime() ?? null,
      lastResult,
    })),
  }
}

/** Finds an order of a project. @throws a fault `not-found` */
export async function findStoredOrder(db: Sql, project: string, id: string): Promise<StoredOrder> {
  const stored = /^[\da-f]{32}$/.test(id) ? await readOrder(db, id) : undefined
  if (stored?.order.projectId !== project)
    throw new Fault('not-found', 'There is no such order', 'Look at the list of orders')
  return stored
}

/** Builds the SQL condition for a project's orders that match a state and a search text. */
export function conditionFor(
  project: string,
  { state, search }: Pick<OrdersRequest, 'state' | 'search'>,
): SQL | undefined {
  const text = search?.trim().toLowerCase()
  const contains = (column: typeof orders.reference | typeof orders.title): SQL =>
    sql`position(${text} in lower(${column})) > 0`
  const isHash = text !== undefined && /^0x[\da-f]{64}$/.test(text)
  const paidBy = isHash
    ? exists(
        sql`(select 1 from ${orderPayments} where ${and(eq(orderPayments.orderId, orders.id), eq(orderPayments.hash, text as Hex))})`,
      )
    : undefined
  return and(
    eq(orders.projectId, project),
    state && eq(orders.state, state),
    text
      ? or(contains(orders.reference), contains(orders.title), eq(orders.id, text), paidBy)
      : undefined,
  )
}

/** Reads the database rows of a page of orders, newest first. */
export async function readStoredPage(
  db: Sql,
  condition: SQL | undefined,
  { cursor, limit }: Pick<OrdersRequest, 'cursor' | 'limit'>,
): Promise<{ readonly stored: readonly StoredOrder[]; readonly next: string | null }> {
  const position = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await db
    .select({ id: orders.id, createdAt: orders.createdAt })
    .from(orders)
    .where(
      and(
        condition,
        position &&
          sql`(${orders.createdAt}, ${orders.id}) < (${position.at}::timestamptz, ${position.id})`,
      ),
    )
    .orderBy(desc(orders.createdAt), desc(orders.id))
    .limit(limit + 1)
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const stored = await readOrders(
    db,
    shown.map(({ id }) => id),
  )
  return {
    stored,
    next:
      rows.length > limit && last
        ? Buffer.from(`${last.createdAt.getTime()} ${last.id}`).toString('base64url')
        : null,
  }
}

function readCursor(cursor: string): { readonly at: string; readonly id: string } {
  const [, at, id] =
    /^(\d{1,15}) ([\da-f]{32})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (at === undefined || id === undefined)
    throw new Fault('invalid', 'cursor: is none of ours', 'Take it from the page before', {
      field: 'cursor',
    })
  return { at: new Date(Number(at)).toISOString(), id }
}
