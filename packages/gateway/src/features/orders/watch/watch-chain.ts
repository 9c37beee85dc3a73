import type { ChainId } from '@latchkey/protocol'
import { and, desc, eq, gt, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { BoundedCache } from '../../../base/bounded-cache.ts'
import {
  orderChains,
  orderNotices,
  orderOptions,
  orderPayments,
  orders,
} from '../../../data/order-schema.ts'
import type { BlockRange, PaymentReader } from '../../../families/evm/payments/payment-reader.ts'
import type { OptionRow } from '../state/order-rows.ts'
import {
  confirmPayment,
  deleteNotice,
  movePayment,
  type PaymentContext,
  recordPayment,
} from './record-payment.ts'

/** A chain on which orders can be paid, and what its watcher needs. */
export interface WatchContext extends PaymentContext {
  readonly chain: ChainId
  readonly reader: PaymentReader
  /** Blocks per request for logs. */
  readonly logRange: number
  /** Milliseconds after the end of an order's time during which payments are still looked for. */
  readonly lateMs: number
  /** Hashes of transactions that were read, so that they are not read again at the next step. */
  readonly seen: BoundedCache<true>
}

/** Blocks below the newest that are looked at again, because a reorganisation may change them. */
const overlapBlocks = 16
/** Upper bound of blocks that one step looks at; the next step goes on at once. */
const maxBlocksPerStep = 2_000
const maxNoticesPerStep = 200
const idsAtOnce = 10_000

/**
 * Looks at a chain once: at the payments that wait for confirmations, at the new blocks, and at the
 * transactions that pages told. Nothing is asked of the node while no order waits.
 * @returns whether more blocks are left to look at
 */
export async function watchChainOnce(context: WatchContext, signal: AbortSignal): Promise<boolean> {
  const options = await listWatchedOptions(context)
  const payments = await context.db
    .select()
    .from(orderPayments)
    .where(and(eq(orderPayments.chain, context.chain), eq(orderPayments.isConfirmed, false)))
  if (options.length === 0 && payments.length === 0) return false
  const head = (await context.reader.readHead(signal)).number
  await writeHead(context, head)
  for (const payment of payments) {
    const blockHash = await context.reader.readBlockHash(payment.block, signal)
    // A node that does not have the block yet proves nothing; it is asked again at the next step.
    if (blockHash === undefined) continue
    if (blockHash !== payment.blockHash)
      await movePayment(
        context,
        payment,
        await context.reader.readTransaction(payment.hash, signal),
      )
    else if (head - payment.block + 1 >= payment.needed) await confirmPayment(context, payment)
  }
  const isMore = await scanBlocks(context, options, head, signal)
  await lookForNotices(context, signal)
  return isMore
}

/** The condition of an order that may still be paid. */
function isWatched({ lateMs, now }: WatchContext): SQL | undefined {
  return and(
    inArray(orders.state, ['open', 'sent', 'underpaid', 'late', 'expired']),
    gt(orders.expiresAt, new Date(now() - lateMs)),
  )
}

async function listWatchedOptions(context: WatchContext): Promise<readonly OptionRow[]> {
  const { db, chain } = context
  const rows = await db
    .select({ option: orderOptions })
    .from(orderOptions)
    .innerJoin(orders, eq(orders.id, orderOptions.orderId))
    .where(and(eq(orderOptions.chain, chain), isWatched(context)))
  return rows.map(({ option }) => option)
}

async function writeHead({ db, chain }: WatchContext, head: number): Promise<void> {
  await db
    .insert(orderChains)
    .values({ chain, headBlock: head, nextBlock: head + 1 })
    .onConflictDoUpdate({ target: orderChains.chain, set: { headBlock: head } })
}

/**
 * Looks at the blocks since the last step, and at those since an order was made that no step has
 * covered yet. A crash in between loses nothing: the place is written after the payments.
 */
async function scanBlocks(
  context: WatchContext,
  options: readonly OptionRow[],
  head: number,
  signal: AbortSignal,
): Promise<boolean> {
  if (options.length === 0) return false
  const { db, chain, logRange } = context
  const [row] = await db.select().from(orderChains).where(eq(orderChains.chain, chain))
  const isFollowing = options.some(({ isScanned }) => isScanned)
  const newStarts = options
    .filter(({ isScanned }) => !isScanned)
    .map(({ madeAfterBlock }) => madeAfterBlock + 1)
  // The stored place means something only while orders wait: before that, blocks were not read.
  const nextBlock = isFollowing && row ? row.nextBlock : head + 1
  const start = Math.max(0, Math.min(nextBlock, head + 1, ...newStarts) - overlapBlocks)
  const end = Math.min(head, start + maxBlocksPerStep - 1)
  for (let from = start; from <= end; from += logRange) {
    const range = { from, to: Math.min(end, from + logRange - 1) }
    for (const hash of await findCandidates(context, options, range, signal)) {
      if (!context.seen.get(hash)) await considerTransaction(context, hash, signal)
    }
  }
  await db.transaction(async (tx) => {
    await tx
      .update(orderChains)
      .set({ nextBlock: end + 1 })
      .where(eq(orderChains.chain, chain))
    const covered = options.filter((one) => !one.isScanned && one.madeAfterBlock <= end)
    const ids = [...new Set(covered.map(({ orderId }) => orderId))]
    for (let first = 0; first < ids.length; first += idsAtOnce) {
      const isCovered = inArray(orderOptions.orderId, ids.slice(first, first + idsAtOnce))
      await tx
        .update(orderOptions)
        .set({ isScanned: true })
        .where(and(eq(orderOptions.chain, chain), isCovered))
    }
  })
  return end < head
}

/** Finds the transactions that brought one of the accepted assets to one of the receivers. */
async function findCandidates(
  { reader }: WatchContext,
  options: readonly OptionRow[],
  range: BlockRange,
  signal: AbortSignal,
): Promise<readonly Hex[]> {
  const tokenOptions = options.filter(({ token }) => token !== null)
  const coinReceivers = new Set(
    options.filter(({ token }) => token === null).map(({ receiver }) => receiver),
  )
  const tokenPayments =
    tokenOptions.length === 0
      ? []
      : await reader.findTokenPayments(
          range,
          {
            tokens: [...new Set(tokenOptions.map(({ token }) => token as Hex))],
            receivers: [...new Set(tokenOptions.map(({ receiver }) => receiver))],
          },
          signal,
        )
  const coinPayments =
    coinReceivers.size === 0 ? [] : await reader.findCoinPayments(range, coinReceivers, signal)
  return [...new Set([...tokenPayments, ...coinPayments])]
}

/** Reads a transaction and counts it; answers the id of the order that it pays. */
async function considerTransaction(
  context: WatchContext,
  hash: Hex,
  signal: AbortSignal,
): Promise<{ readonly isMined: boolean; readonly orderId?: string | undefined }> {
  const transaction = await context.reader.readTransaction(hash, signal)
  if (!transaction) return { isMined: false }
  const orderId = await recordPayment(context, transaction)
  // A transaction that failed may succeed in another block after a reorganisation.
  if (transaction.arrivals.length > 0) context.seen.set(hash, true)
  return { isMined: true, orderId }
}

/** Looks for the transactions that pages told and that are not counted yet. */
async function lookForNotices(context: WatchContext, signal: AbortSignal): Promise<void> {
  const { db, chain } = context
  const counted = db
    .select({ one: sql`1` })
    .from(orderPayments)
    .where(
      and(eq(orderPayments.chain, orderNotices.chain), eq(orderPayments.hash, orderNotices.hash)),
    )
  const notices = await db
    .select({ orderId: orderNotices.orderId, hash: orderNotices.hash })
    .from(orderNotices)
    .innerJoin(orders, eq(orders.id, orderNotices.orderId))
    .where(and(eq(orderNotices.chain, chain), isWatched(context), notExists(counted)))
    .orderBy(desc(orderNotices.toldAt))
    .limit(maxNoticesPerStep)
  for (const { orderId, hash } of notices) {
    const considered = await considerTransaction(context, hash, signal)
    if (considered.isMined && considered.orderId !== orderId)
      await deleteNotice(db, { orderId, chain, hash })
  }
}
