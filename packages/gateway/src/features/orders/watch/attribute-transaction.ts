import { and, asc, eq, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { orderNotices } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { Arrival, MinedTransaction } from '../../../families/evm/payments/payment-reader.ts'
import { hasZeroRun } from '../state/order-id.ts'
import { type OptionRow, readOrders, type StoredOrder } from '../state/order-rows.ts'

/** The order that a transaction pays, with the paid option and the amount that arrived. */
export interface Attribution {
  readonly orderId: string
  readonly option: OptionRow
  readonly arrival: Arrival
}

const idLength = 32
/** Number of hex digits at the end of call data that are searched for the id of an order. */
const searchedDigits = 131_072
/** Maximum number of ids in one database query. */
const idsAtOnce = 10_000

/**
 * Finds the order that a transaction pays; undefined when it pays none.
 *
 * An order's id in the call data decides: the page appends it, and a smart account, a bundle
 * (ERC-4337) or a batch has the page's call data somewhere inside its own. Of several ids the last
 * one that fits counts. A transaction with the id of an order never pays another order. A
 * transaction without an id pays the order for which a page reported it first, and only if exactly
 * the asked amount arrived. Otherwise anyone who watches the chain could claim a stranger's payment
 * for an order with another price.
 */
export async function attributeTransaction(
  db: Sql,
  chain: string,
  transaction: MinedTransaction,
): Promise<Attribution | undefined> {
  if (transaction.arrivals.length === 0) return undefined
  const named = await findNamedOrders(db, transaction.input)
  const tagged = named
    .map((stored) => findFit(chain, transaction, stored))
    .filter((fit) => fit !== undefined)
    .at(-1)
  if (tagged) return tagged
  if (named.some(({ options }) => options.some((option) => option.chain === chain)))
    return undefined
  const notices = await db
    .select({ orderId: orderNotices.orderId })
    .from(orderNotices)
    .where(and(eq(orderNotices.chain, chain), eq(orderNotices.hash, transaction.hash)))
    .orderBy(asc(orderNotices.toldAt), asc(orderNotices.orderId))
    .limit(100)
  const told = await readOrders(
    db,
    notices.map(({ orderId }) => orderId),
  )
  return told
    .map((stored) => findFit(chain, transaction, stored))
    .find((fit) => fit && fit.arrival.amount === fit.option.amount)
}

/**
 * Finds the option of an order that a transaction pays: the first option whose whole amount
 * arrived, else the first option of which a part arrived. A transaction that was mined before the
 * order was made pays nothing of it.
 */
function findFit(
  chain: string,
  { arrivals, block }: MinedTransaction,
  { order, options }: StoredOrder,
): Attribution | undefined {
  const fits = options
    .filter((option) => option.chain === chain && block > option.madeAfterBlock)
    .flatMap((option) =>
      arrivals
        .filter((arrival) => arrival.token === option.token && arrival.receiver === option.receiver)
        .map((arrival) => ({ orderId: order.id, option, arrival })),
    )
  return fits.find(({ option, arrival }) => arrival.amount >= option.amount) ?? fits[0]
}

/** Finds the orders whose ids occur in call data, in the sequence in which they occur. */
async function findNamedOrders(db: Sql, input: Hex): Promise<readonly StoredOrder[]> {
  const digits = input.slice(2).slice(-searchedDigits)
  const placesById = new Map<string, number>()
  for (let place = 0; place + idLength <= digits.length; place += 2) {
    const id = digits.slice(place, place + idLength)
    // Skips the padding of ABI-encoded values, which consists of zeros; no order has such an id.
    if (!hasZeroRun(id)) placesById.set(id, place)
  }
  const ids = [...placesById.keys()]
  const found: string[] = []
  for (let start = 0; start < ids.length; start += idsAtOnce) {
    const portion = JSON.stringify(ids.slice(start, start + idsAtOnce))
    const rows = (await db.execute(
      sql`select id from orders where id in (select jsonb_array_elements_text(${portion}::jsonb))`,
    )) as unknown as { rows: readonly { id: string }[] }
    found.push(...rows.rows.map(({ id }) => id))
  }
  found.sort((left, right) => (placesById.get(left) ?? 0) - (placesById.get(right) ?? 0))
  return readOrders(db, found.slice(-100))
}
