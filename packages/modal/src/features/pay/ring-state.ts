import type { PaymentState } from '@latchkey/core/pay'

/**
 * Converts the state of a payment to the name that the style sheet has for the state of the ring
 * around the token's icon.
 */
export function ringState(state: PaymentState): string {
  switch (state) {
    case 'sent':
      return 'submitted'
    case 'settled':
      return 'confirmed'
    case 'failed':
    case 'underpaid':
      return 'failed'
    default:
      return state
  }
}
