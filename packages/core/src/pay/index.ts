export {
  type Bill,
  type BillOption,
  type DirectRequest,
  isSameBill,
  type PayRequest,
  requestIdOf,
} from './bill.ts'
export type { PayTerms } from './pay-terms.ts'
export {
  finalStates,
  noPayment,
  type PaymentState,
  type PaymentStatus,
  paymentStatus,
  type SentPayment,
} from './payment-status.ts'
export { findPayment } from './payments.ts'
export { preparePayment } from './prepare-payment.ts'
export { readBill } from './read-bill.ts'
export { readPayRequest } from './read-request.ts'
export { sendPayment } from './send-payment.ts'
export { watchPayment } from './watch-payment.ts'
