import type { PaymentState, PaymentStatus, SentPayment } from '@latchkey/core/pay'

/** The receipt of a payment: its transaction and its state. */
export interface PayReceipt extends SentPayment {
  /**
   * State of the payment: `sent` until it has enough confirmations, then `settled`. `underpaid`,
   * `late` and `refunded` are states of an order at the gateway; `underpaid` is also the state when
   * the amount that arrived is too small.
   */
  readonly state: PaymentState
  /** Page of the transaction in the explorer of its chain, when the owner configured one. */
  readonly explorerUrl?: string
}

/** States of a payment whose money was sent and may have arrived. */
const paidStates: readonly PaymentState[] = ['sent', 'settled', 'underpaid', 'late', 'refunded']

/**
 * Returns the receipt of a payment; undefined when nothing was sent, or when the transaction did
 * not pay.
 * @param explorerUrl returns the address of the transaction's page in the explorer
 */
export function receiptOf(
  { state, sent }: PaymentStatus,
  explorerUrl: (sent: SentPayment) => string | undefined,
): PayReceipt | undefined {
  if (!sent || !paidStates.includes(state)) return undefined
  const url = explorerUrl(sent)
  return { state, ...sent, ...(url !== undefined && { explorerUrl: url }) }
}
