import { orderTextLimits } from '@latchkey/protocol'
import { eq } from 'drizzle-orm'
import type { Hex } from 'viem'
import { z } from 'zod'
import { orders } from '../../../data/order-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import { changeOrder } from '../../orders/state/change-order.ts'
import { Fault } from '../fault.ts'
import { findStoredOrder } from './read-orders.ts'

/** Body of `POST /operator/v1/projects/{id}/orders/{order}/refund`. */
export const refundShape = z.strictObject({
  note: z
    .string()
    .trim()
    .min(1, 'must say what was done')
    .max(orderTextLimits.refundNote, `must be ${orderTextLimits.refundNote} characters at most`)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line of plain text'),
  /** Hash of the transaction that sent the money back. */
  hash: z
    .string()
    .regex(/^0x[\da-fA-F]{64}$/, 'must be the hash of a transaction')
    .optional(),
})

const refundable = ['settled', 'underpaid', 'late']
const acceptable = ['underpaid', 'late']

/**
 * Stores the operator's note that the merchant sent the money of an order back. The gateway holds
 * no money and moves none.
 * @throws a fault: `invalid`, `not-found`
 */
export async function noteRefund(
  db: Sql,
  project: string,
  id: string,
  { note, hash }: z.output<typeof refundShape>,
): Promise<void> {
  await decideOrder(db, project, id, refundable, async (tx, now) => {
    await tx
      .update(orders)
      .set({
        refundNote: note,
        refundHash: hash === undefined ? null : (hash.toLowerCase() as Hex),
        refundedAt: now,
      })
      .where(eq(orders.id, id))
  })
}

/**
 * Accepts an order whose payment came late or was too small; from then on the order is settled.
 * @throws a fault: `invalid`, `not-found`
 */
export async function acceptOrder(db: Sql, project: string, id: string): Promise<void> {
  await decideOrder(db, project, id, acceptable, async (tx, now) => {
    await tx.update(orders).set({ acceptedAt: now, settledAt: now }).where(eq(orders.id, id))
  })
}

/**
 * Changes an order by the operator's decision, while its row is locked. The decision is refused
 * while one of the order's payments has too few confirmations, because a reorganisation of the
 * chain could still remove that payment.
 */
async function decideOrder(
  db: Sql,
  project: string,
  id: string,
  states: readonly string[],
  write: (tx: Sql, now: Date) => Promise<void>,
): Promise<void> {
  await findStoredOrder(db, project, id)
  const now = new Date()
  await changeOrder(db, id, now.getTime(), async (tx, { order, payments }) => {
    if (!states.includes(order.state))
      throw new Fault(
        'invalid',
        `The order is ${order.state}`,
        `This is for orders that are ${states.join(' or ')}`,
      )
    if (!payments.every(({ isConfirmed }) => isConfirmed))
      throw new Fault(
        'invalid',
        'A payment has too few confirmations yet',
        'Wait a few blocks, then try again',
      )
    await write(tx, now)
    return true
  })
}
