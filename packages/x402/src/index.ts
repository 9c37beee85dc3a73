export type {
  AskVisitor,
  Decision,
  Payment,
  PaymentLimits,
  TokenLimit,
} from './contract.ts'
export { createX402Fetch, type Fetch } from './create-x402-fetch.ts'
export { paymentOf } from './payment-of.ts'
export { endX402Sessions, getX402Spent } from './spending.ts'
export type { Settlement } from './wire/read-settlement.ts'
