export { getCallsStatus } from './actions/get-calls-status.ts'
export { getCapabilities } from './actions/get-capabilities.ts'
export { sendCalls } from './actions/send-calls.ts'
export type { CallOutcome } from './actions/send-one-by-one.ts'
export { sendTransaction } from './actions/send-transaction.ts'
export { signTypedData, type TypedData } from './actions/sign-typed-data.ts'
export { watchCalls } from './actions/watch-calls.ts'
export type { CallStatus, CallsLog, CallsReceipt, CallsStatus } from './calls/calls-status.ts'
export type {
  CallsCapabilities,
  CapabilitiesByChain,
  ChainCapabilities,
  JsonValue,
  PaymasterService,
} from './calls/capabilities.ts'
export { type ChainSource, chain } from './chains.ts'
export { evm } from './evm.ts'
