import { createHash } from 'node:crypto'
import type { ChainId, PaymentOrder } from '@latchkey/protocol'
import type { Hex } from 'viem'
import { refusal } from '../../../base/refuse.ts'
import { orderOptions, orders } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { PaymentReader } from '../../../families/evm/payments/payment-reader.ts'
import { describeOrder } from '../state/describe-order.ts'
import { makeOrderId } from '../state/order-id.ts'
import { findByReference, type OrderRow, readOrder } from '../state/order-rows.ts'
import { type OrderRequest, type ResolveServices, resolveOptions } from './resolve-options.ts'

export interface CreateServices extends ResolveServices {
  readonly db: Sql
  /** Returns the payment reader of a chain; undefined when orders cannot be paid on the chain. */
  readonly readerOf: (chain: string) => PaymentReader | undefined
  /** Current time, in milliseconds since the epoch. */
  readonly now: () => number
}

/**
 * Makes an order of a project. The newest block of each chain is stored with the order, because a
 * payment that was mined before the order was made must not count.
 * @throws a refusal: 409, 422, 503
 */
export async function createOrder(
  services: CreateServices,
  projectId: string,
  request: OrderRequest,
  signal: AbortSignal,
): Promise<PaymentOrder> {
  const { db } = services
  const requestHash = hashRequest(request)
  const { reference = null } = request
  const earlier = reference === null ? undefined : await findByReference(db, projectId, reference)
  if (earlier) return answerEarlier(db, earlier, requestHash)
  const options = await resolveOptions(services, request, signal)
  const heads = await readHeads(services, options, signal)
  const id = makeOrderId()
  const createdAt = new Date(services.now())
  const isMade = await db.transaction(async (tx) => {
    const inserted = await tx
      .insert(orders)
      .values({
        id,
        projectId,
        reference,
        requestHash,
        title: request.title ?? null,
        price: request.price ?? null,
        state: 'open',
        createdAt,
        expiresAt: new Date(createdAt.getTime() + request.expiresInSeconds * 1_000),
      })
      .onConflictDoNothing()
      .returning({ id: orders.id })
    if (inserted.length === 0) return false
    await tx.insert(orderOptions).values(
      options.map((option) => ({
        ...option,
        orderId: id,
        madeAfterBlock: heads.get(option.chain) ?? 0,
      })),
    )
    return true
  })
  if (isMade) return readAnswer(db, id)
  // A parallel request with the same reference has made its order first.
  const first = reference === null ? undefined : await findByReference(db, projectId, reference)
  if (!first) throw refusal(503, '', 'The order could not be stored: try again')
  return answerEarlier(db, first, requestHash)
}

async function answerEarlier(db: Sql, earlier: OrderRow, requestHash: Hex): Promise<PaymentOrder> {
  if (earlier.requestHash !== requestHash)
    throw refusal(409, 'reference', 'There is another order with this reference')
  return readAnswer(db, earlier.id)
}

async function readAnswer(db: Sql, id: string): Promise<PaymentOrder> {
  const stored = await readOrder(db, id)
  if (!stored) throw refusal(404, 'id', 'There is no such order')
  return describeOrder(stored)
}

async function readHeads(
  { readerOf }: CreateServices,
  options: readonly { readonly chain: string }[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, number>> {
  const chains = [...new Set(options.map(({ chain }) => chain as ChainId))]
  return new Map(
    await Promise.all(
      chains.map(async (chain) => {
        const head = await readerOf(chain)?.readHead(signal)
        if (!head) throw refusal(503, 'accepts', `The node of ${chain} does not answer`)
        return [chain as string, head.number] as const
      }),
    ),
  )
}

/**
 * The fields of a parsed request always have the same sequence, so equal requests have equal
 * hashes.
 */
function hashRequest({ price, accepts, title, reference, expiresInSeconds }: OrderRequest): Hex {
  const fields = [
    price ? [price.amount, price.currency] : null,
    accepts.map(({ asset, to, amount }) => [asset, to, amount ?? null]),
    title ?? null,
    reference ?? null,
    expiresInSeconds,
  ]
  return `0x${createHash('sha256').update(JSON.stringify(fields)).digest('hex')}`
}
