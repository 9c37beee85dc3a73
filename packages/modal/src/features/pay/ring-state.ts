import type { PaymentState } from '@latchkey/core/pay'

/** State of the ring around the token's icon, as the style sheet of the account knows it. */
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
