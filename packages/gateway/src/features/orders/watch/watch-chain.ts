import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { and, desc, eq, gt, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import type { BoundedCache } from '../../../base/bounded-cache.ts'
import { formatErrorReason } from '../../../base/describe-error.ts'
import type { Log } from '../../../base/log.ts'
import {
  orderChains,
  orderNotices,
  orderOptions,
  orderPayments,
  orders,
} from '../../../data/order-schema.ts'
import type { BlockRange, PaymentReader } from '../../../families/evm/payments/payment-reader.ts'
import type { OptionRow, PaymentRow } from '../state/order-rows.ts'
import {
  confirmPayment,
  deleteNotice,
  movePayment,
  type PaymentContext,
  recordPayment,
} from './record-payment.ts'

/** A chain on which orders can be paid, with everything that its watcher needs. */
export interface WatchContext extends PaymentContext {
  readonly chain: ChainId
  readonly reader: PaymentReader
  /** Number of blocks per `eth_getLogs` request. */
  readonly logRange: number
  /**
   * Milliseconds after the end of an order's time during which the watcher still looks for
   * payments.
   */
  readonly lateMs: number
  /** Hashes of transactions that were read, so that the next step does not read them again. */
  readonly seen: BoundedCache<true>
  /** Number of failed attempts to read a transaction, by its hash. */
  readonly failures: BoundedCache<number>
  readonly log: Log
}

/**
 * Number of blocks below the newest one that are read again, because a reorganisation of the chain
 * may replace them.
 */
const overlapBlocks = 16
/**
 * Maximum number of blocks that one step reads. If more are left, the next step follows at once.
 */
const maxBlocksPerStep = 2_000
const maxNoticesPerStep = 200
const idsAtOnce = 10_000
/** Number of failed attempts after which the watcher gives up reading a transaction. */
const maxFailures = 10

/**
 * Takes one step of watching a chain: it checks the payments that wait for confirmations, the new
 * blocks, and the transactions that pages have reported. While no order waits, nothing is requested
 * from the node.
 * @returns whether more blocks are left to read
 */
export async function watchChainOnce(context: WatchContext, signal: AbortSignal): Promise<boolean> {
  const options = await listWatchedOptions(context)
  const payments = await context.db.select().from(orderPayments).where(isUnconfirmed(context))
  if (options.length === 0 && payments.length === 0) return false
  const head = (await context.reader.readHead(signal)).number
  await writeHead(context, head)
  await followPayments(context, payments, head, signal)
  const isMore = await scanBlocks(context, options, head, signal)
  await lookForNotices(context, signal)
  return isMore
}

/**
 * Confirms the payments that have enough confirmations. A payment whose block is no longer in the
 * chain is recorded from its new block, or removed if it has none.
 */
async function followPayments(
  context: WatchContext,
  payments: readonly PaymentRow[],
  head: number,
  signal: AbortSignal,
): Promise<void> {
  const { reader } = context
  const blockHashes = await reader.readBlockHashes(
    payments.map(({ block }) => block),
    signal,
  )
  for (const payment of payments) {
    const blockHash = blockHashes.get(payment.block)
    // The node may lag behind and not have the block yet. The payment is left as it is and checked
    // again at the next step.
    if (blockHash === undefined) continue
    if (blockHash !== payment.blockHash)
      await movePayment(context, payment, await reader.readTransaction(payment.hash, signal))
    else if (head - payment.block + 1 >= payment.needed) await confirmPayment(context, payment)
  }
}

/** The SQL condition for orders that may still be paid. */
function isWatched({ lateMs, now }: WatchContext): SQL | undefined {
  return and(
    inArray(orders.state, ['open', 'sent', 'underpaid', 'late', 'expired']),
    gt(orders.expiresAt, new Date(now() - lateMs)),
  )
}

function isUnconfirmed({ chain }: WatchContext): SQL | undefined {
  return and(eq(orderPayments.chain, chain), eq(orderPayments.isConfirmed, false))
}

/**
 * Whether an order on a chain waits for payments or confirmations, so that the chain has to be
 * watched.
 */
export async function hasWaitingOrders(context: WatchContext): Promise<boolean> {
  const { db, chain } = context
  const [option] = await db
    .select({ orderId: orderOptions.orderId })
    .from(orderOptions)
    .innerJoin(orders, eq(orders.id, orderOptions.orderId))
    .where(and(eq(orderOptions.chain, chain), isWatched(context)))
    .limit(1)
  if (option) return true
  const [payment] = await db
    .select({ hash: orderPayments.hash })
    .from(orderPayments)
    .where(isUnconfirmed(context))
    .limit(1)
  return payment !== undefined
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
 * Reads the blocks that were added since the last step, and for new orders also the blocks since
 * the order was made. The number of the next block is stored after the payments, so a crash in
 * between loses no payment.
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
  // The stored block number counts only while an order that was scanned before still waits. Without
  // such an order the chain was not watched, and the number is out of date.
  const nextBlock = isFollowing && row ? row.nextBlock : head + 1
  const start = Math.max(0, Math.min(nextBlock, head + 1, ...newStarts) - overlapBlocks)
  const end = Math.min(head, start + maxBlocksPerStep - 1)
  for (let from = start; from <= end; from += logRange) {
    const range = { from, to: Math.min(end, from + logRange - 1) }
    for (const hash of await findCandidates(context, options, range, signal)) {
      if (!context.seen.get(hash)) await considerCandidate(context, hash, signal)
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

/** Finds the transactions in which one of the receivers got one of the accepted assets. */
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

/**
 * Records a transaction that was found in a block, if it pays an order. If the transaction cannot
 * be read now, the step fails and is repeated, so that no payment is missed. After too many
 * failures the transaction is given up, so that it does not stop the watcher.
 */
async function considerCandidate(
  context: WatchContext,
  hash: Hex,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { isMined } = await considerTransaction(context, hash, signal)
    if (!isMined)
      throw new LatchkeyError('server-error', {
        reason: 'the node names a transaction that it does not have',
      })
  } catch (error) {
    const failures = (context.failures.get(hash) ?? 0) + 1
    context.failures.set(hash, failures)
    if (failures < maxFailures || signal.aborted) throw error
    context.log.error(
      { chain: context.chain, hash, reason: formatErrorReason(error) },
      'orders: a transaction cannot be read and is passed over',
    )
    context.seen.set(hash, true)
  }
}

/** Reads a transaction and records it as a payment; returns the id of the order that it pays. */
async function considerTransaction(
  context: WatchContext,
  hash: Hex,
  signal: AbortSignal,
): Promise<{ readonly isMined: boolean; readonly orderId?: string | undefined }> {
  const transaction = await context.reader.readTransaction(hash, signal)
  if (!transaction) return { isMined: false }
  const orderId = await recordPayment(context, transaction)
  // A transaction that failed is read again at the next step, because it may succeed in another
  // block after a reorganisation of the chain.
  if (transaction.arrivals.length > 0) context.seen.set(hash, true)
  return { isMined: true, orderId }
}

/**
 * Looks for the transactions that pages have reported and that are not recorded as payments yet.
 */
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
