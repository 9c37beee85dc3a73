import type { PaymentOrder, PaymentOrderState } from '@latchkey/protocol'

/** Name of each state of an order. */
export const stateNames: Readonly<Record<PaymentOrderState, string>> = {
  open: 'Open',
  sent: 'Confirming',
  settled: 'Settled',
  underpaid: 'Underpaid',
  late: 'Late',
  expired: 'Expired',
  refunded: 'Refunded',
}

/** What each state of an order means for the merchant. */
export const stateMeanings: Readonly<Record<PaymentOrderState, string>> = {
  open: 'No payment was seen yet.',
  sent: 'A payment was seen and waits for confirmations.',
  settled: 'The payment has enough confirmations, or was accepted by hand.',
  underpaid: 'Less than the asked amount arrived. Accept it, or send it back.',
  late: 'The payment came after the time was over. Accept it, or send it back.',
  expired: 'The time is over and nothing came.',
  refunded: 'The money was sent back by hand.',
}

/** Writes an amount in base units as a decimal without zeros at its end. */
export function formatAmount(amount: string, decimals: number): string {
  const digits = amount.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}

/** Returns what an order asks for as text: its price, or the amount of its first way to pay. */
export function describeAsked({ price, accepts }: PaymentOrder): string {
  const [first] = accepts
  if (price) return `${price.amount} ${price.currency}`
  return first ? `${formatAmount(first.amount, first.decimals)} ${first.symbol}` : ''
}

/** Returns the amount that was paid for an order as text; empty when nothing was paid. */
export function describePaid({ payment, accepts }: PaymentOrder): string {
  const option = accepts.find(({ asset }) => asset === payment?.asset)
  return payment && option
    ? `${formatAmount(payment.amount, option.decimals)} ${option.symbol}`
    : ''
}

/**
 * Returns the name of an order in lists: its title, else its reference, else the beginning of its
 * id.
 */
export function nameOrder({ title, reference, id }: PaymentOrder): string {
  return title ?? reference ?? id.slice(0, 8)
}
