import type { PaymentState, PaymentStatus, SentPayment } from '@latchkey/core/pay'

/** What was paid. */
export interface PayReceipt extends SentPayment {
  /**
   * How far the payment is: `sent` until it has enough confirmations, then `settled`; `underpaid`,
   * `late` and `refunded` as the order says.
   */
  readonly state: PaymentState
  /** Page of the transaction in the explorer of its chain, when the owner configured one. */
  readonly explorerUrl?: string
}

/** States in which money was sent, and may have arrived. */
const paidStates: readonly PaymentState[] = ['sent', 'settled', 'underpaid', 'late', 'refunded']

/**
 * The receipt of a payment; undefined when nothing was sent, or what was sent did not pay.
 * @param explorerUrl finds the explorer's page of a transaction
 */
export function receiptOf(
  { state, sent }: PaymentStatus,
  explorerUrl: (sent: SentPayment) => string | undefined,
): PayReceipt | undefined {
  if (!sent || !paidStates.includes(state)) return undefined
  const url = explorerUrl(sent)
  return { state, ...sent, ...(url !== undefined && { explorerUrl: url }) }
}
