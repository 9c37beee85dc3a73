import type { PaymentOrder, PaymentOrderState } from '@latchkey/protocol'

/** What each state is called. */
export const stateNames: Readonly<Record<PaymentOrderState, string>> = {
  open: 'Open',
  sent: 'Confirming',
  settled: 'Settled',
  underpaid: 'Underpaid',
  late: 'Late',
  expired: 'Expired',
  refunded: 'Refunded',
}

/** What each state means for the merchant. */
export const stateMeanings: Readonly<Record<PaymentOrderState, string>> = {
  open: 'No payment was seen yet.',
  sent: 'A payment was seen and waits for confirmations.',
  settled: 'The payment has enough confirmations, or was accepted by hand.',
  underpaid: 'Less than the asked amount arrived. Accept it, or send it back.',
  late: 'The payment came after the time was over. Accept it, or send it back.',
  expired: 'The time is over and nothing came.',
  refunded: 'The money was sent back by hand.',
}

/** Writes base units as a decimal, without the zeros at its end. */
export function formatAmount(amount: string, decimals: number): string {
  const digits = amount.padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '')
  return fraction ? `${whole}.${fraction}` : whole
}

/** What an order asks for: its price, else its first amount. */
export function describeAsked({ price, accepts }: PaymentOrder): string {
  const [first] = accepts
  if (price) return `${price.amount} ${price.currency}`
  return first ? `${formatAmount(first.amount, first.decimals)} ${first.symbol}` : ''
}

/** What arrived for an order; empty when nothing did. */
export function describePaid({ payment, accepts }: PaymentOrder): string {
  const option = accepts.find(({ asset }) => asset === payment?.asset)
  return payment && option
    ? `${formatAmount(payment.amount, option.decimals)} ${option.symbol}`
    : ''
}

/** What an order is called: its title, its reference, else the beginning of its id. */
export function nameOrder({ title, reference, id }: PaymentOrder): string {
  return title ?? reference ?? id.slice(0, 8)
}
