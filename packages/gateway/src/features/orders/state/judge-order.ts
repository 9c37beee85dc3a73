import type { PaymentOrderState } from '@latchkey/protocol'
import type { OptionRow, PaymentRow, StoredOrder } from './order-rows.ts'

/** What an order's rows mean. */
export interface Judgement {
  readonly state: PaymentOrderState
  /** The payments that the state is about, all of one option; empty when there are none. */
  readonly payments: readonly PaymentRow[]
}

/**
 * Computes the state of an order from its payments. An order that is settled stays so; a refund
 * note is the last word.
 * @param now - milliseconds since the epoch
 */
export function judgeOrder(stored: Omit<StoredOrder, 'heads'>, now: number): Judgement {
  const { order, options, payments } = stored
  const isOnTime = ({ minedAt }: PaymentRow): boolean => minedAt <= order.expiresAt
  const onTime = groupByOption(options, payments.filter(isOnTime))
  const all = groupByOption(options, payments)
  const covered = onTime.find(isCovered)
  const best = covered ?? findLargest(all)
  const shown = best?.payments ?? []
  if (order.refundedAt) return { state: 'refunded', payments: shown }
  if (order.settledAt) return { state: 'settled', payments: shown }
  if (covered) {
    const confirmed = covered.payments.filter(({ isConfirmed }) => isConfirmed)
    const isSettled = isCovered({ option: covered.option, payments: confirmed })
    return { state: isSettled ? 'settled' : 'sent', payments: shown }
  }
  if (!best) return { state: order.expiresAt.getTime() <= now ? 'expired' : 'open', payments: [] }
  return { state: payments.every(isOnTime) ? 'underpaid' : 'late', payments: shown }
}

interface OptionPayments {
  readonly option: OptionRow
  readonly payments: readonly PaymentRow[]
}

/** Sums of payments in different assets cannot be added, so each option stands for itself. */
function groupByOption(
  options: readonly OptionRow[],
  payments: readonly PaymentRow[],
): readonly OptionPayments[] {
  return options
    .map((option) => ({
      option,
      payments: payments.filter(({ position }) => position === option.position),
    }))
    .filter((group) => group.payments.length > 0)
}

function isCovered({ option, payments }: OptionPayments): boolean {
  return sumPayments(payments) >= option.amount
}

/** Finds the option of which the largest share was paid. */
function findLargest(groups: readonly OptionPayments[]): OptionPayments | undefined {
  return groups.reduce<OptionPayments | undefined>((best, group) => {
    if (!best) return group
    const isLarger =
      sumPayments(group.payments) * best.option.amount >
      sumPayments(best.payments) * group.option.amount
    return isLarger ? group : best
  }, undefined)
}

/** Adds up payments, in base units. */
export function sumPayments(payments: readonly PaymentRow[]): bigint {
  return payments.reduce((sum, { amount }) => sum + amount, 0n)
}
