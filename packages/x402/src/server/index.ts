export { type Claims, createClaims } from './claims.ts'
export { connectFacilitator } from './connect-facilitator.ts'
export type {
  Facilitator,
  SettleResult,
  Supported,
  Verdict,
  WireRequirements,
} from './contract.ts'
export { createFacilitator, type OwnFacilitator } from './create-facilitator.ts'
export { createPaywall, type Paywall } from './create-paywall.ts'
