import type { PaymentOrderState } from '@latchkey/protocol'
import { orderEvents, orderOptions, orderPayments, orders } from '../data/order-schema.ts'
import type { Sql } from '../data/sql.ts'

/**
 * The orders that are written, the newest first, each with its state, its texts and what was paid.
 */
const seeded: readonly {
  readonly state: PaymentOrderState
  readonly title?: string
  readonly reference?: string
  /** Amount of the token that arrived, in base units. */
  readonly paid?: bigint
  readonly isLate?: boolean
}[] = [
  { state: 'open', title: 'Two tickets', reference: 'A-1008' },
  { state: 'sent', title: 'Poster, signed', reference: 'A-1007', paid: 19_900_000n },
  { state: 'underpaid', title: 'Season ticket', reference: 'A-1006', paid: 12_500_000n },
  { state: 'late', title: 'Two tickets', reference: 'A-1005', paid: 19_900_000n, isLate: true },
  { state: 'settled', title: 'Members’ evening', reference: 'A-1004', paid: 19_900_000n },
  { state: 'expired', reference: 'A-1003' },
  { state: 'refunded', title: 'Cancelled concert', reference: 'A-1002', paid: 19_900_000n },
  {
    state: 'settled',
    title: '=1+1<img src=x onerror="window.hit=1">',
    reference: 'A-1001',
    paid: 19_900_000n,
  },
]

const merchant = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'
const merchantText = '0xa0Ee7A142d267C1f36714E4a8F75612F20a79720'
const token = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'
const payer = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const chain = 'eip155:8453'
const hashOf = (at: number) => `0x${`c${at}`.repeat(32)}` as const
const minuteMs = 60_000

/** Returns the id of the written order at a position, counted from the newest. */
export function seededOrderId(at: number): string {
  return `b${at}`.repeat(16)
}

/**
 * Writes an order of each state, with payments and webhook events, in the form in which the
 * gateway's watcher leaves them.
 */
export async function seedOrders(
  db: Sql,
  { projectId, now }: { readonly projectId: string; readonly now: number },
): Promise<void> {
  for (const [at, { state, title, reference, paid, isLate }] of seeded.entries()) {
    const id = seededOrderId(at)
    const createdAt = new Date(now - (at + 1) * 37 * minuteMs)
    const expiresAt = new Date(createdAt.getTime() + (state === 'open' ? 60 : 15) * minuteMs)
    const minedAt = new Date(createdAt.getTime() + (isLate ? 20 : 2) * minuteMs)
    await db.insert(orders).values({
      id,
      projectId,
      reference: reference ?? null,
      requestHash: '0x00',
      title: title ?? null,
      price: { amount: '19.90', currency: 'USD' },
      state,
      createdAt,
      expiresAt,
      settledAt: state === 'settled' || state === 'refunded' ? minedAt : null,
      refundNote: state === 'refunded' ? 'The concert was cancelled' : null,
      refundedAt: state === 'refunded' ? minedAt : null,
    })
    await db.insert(orderOptions).values({
      orderId: id,
      position: 0,
      chain,
      asset: `${chain}/erc20:${token}`,
      token,
      receiver: merchant,
      receiverText: merchantText,
      amount: 19_900_000n,
      symbol: 'USDC',
      decimals: 6,
      madeAfterBlock: 1,
    })
    if (paid === undefined) continue
    await db.insert(orderPayments).values({
      chain,
      hash: hashOf(at),
      orderId: id,
      position: 0,
      payer,
      amount: paid,
      block: 38_000_000 - at,
      blockHash: hashOf(at),
      minedAt,
      seenAt: minedAt,
      needed: 12,
      isConfirmed: state !== 'sent',
    })
    await db.insert(orderEvents).values([
      {
        id: `e${at}`.repeat(16),
        orderId: id,
        projectId,
        at: minedAt,
        body: '{}',
        tries: 1,
        deliveredAt: minedAt,
        lastResult: '200',
      },
      {
        id: `f${at}`.repeat(16),
        orderId: id,
        projectId,
        at: new Date(minedAt.getTime() + minuteMs),
        body: '{}',
        tries: 4,
        dueAt: new Date(now + 3_600_000),
        lastResult: '503',
      },
    ])
  }
}
