import type { PaymentOrderState } from '@latchkey/protocol'
import type { OptionRow, PaymentRow, StoredOrder } from './order-rows.ts'

/** The state of an order, computed from its rows in the database. */
export interface Judgement {
  readonly state: PaymentOrderState
  /**
   * The payments that lead to the state. All of them pay the same option; empty when nothing was
   * paid.
   */
  readonly payments: readonly PaymentRow[]
}

/**
 * Computes the state of an order from its payments. A settled order stays settled, unless the
 * operator notes a refund; a refunded order stays refunded.
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

/**
 * Groups payments by the option (way to pay) that they pay, because amounts of different assets
 * cannot be added.
 */
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

/** Finds the option with the largest paid share of its amount. */
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
