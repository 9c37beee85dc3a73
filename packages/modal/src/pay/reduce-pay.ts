import { type Bill, noPayment, type PaymentStatus } from '@latchkey/core/pay'
import type { ErrorCode } from '@latchkey/protocol'

/** The state of a payment in the view Pay. */
export type PayState =
  | { readonly phase: 'reading' }
  | { readonly phase: 'unreadable'; readonly code: ErrorCode }
  | {
      readonly phase: 'shown'
      readonly bill: Bill
      readonly status: PaymentStatus
      /** Whether the order has changed since it was first shown to the visitor. */
      readonly isChanged: boolean
    }

export type PayEvent =
  | { readonly type: 'read-started' }
  | { readonly type: 'read'; readonly bill: Bill }
  | { readonly type: 'read-failed'; readonly code: ErrorCode }
  /** The page asks for the payment once more, so what was read before is out of date. */
  | { readonly type: 'renewed' }
  /** The order was read again, because it is no longer what the visitor saw. */
  | { readonly type: 'changed'; readonly bill: Bill }
  | { readonly type: 'status-changed'; readonly status: PaymentStatus }

export const initialPayState: PayState = { phase: 'reading' }

/** Returns the next state of a payment in the view Pay; a pure function. */
export function reducePay(state: PayState, event: PayEvent): PayState {
  switch (event.type) {
    case 'read-started':
      return state.phase === 'shown' ? state : initialPayState
    case 'renewed':
      return initialPayState
    case 'read':
      return { phase: 'shown', bill: event.bill, status: noPayment, isChanged: false }
    case 'read-failed':
      // After a failed read the bill that is shown stays: it was right when it was read, and it is
      // read again before the wallet is asked to sign.
      return state.phase === 'shown' ? state : { phase: 'unreadable', code: event.code }
    case 'changed':
      return state.phase === 'shown' ? { ...state, bill: event.bill, isChanged: true } : state
    case 'status-changed':
      return state.phase === 'shown' ? { ...state, status: event.status } : state
  }
}
