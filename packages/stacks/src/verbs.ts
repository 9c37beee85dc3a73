import { estimateTransfer } from './read/estimate-transfer.ts'
import { signMessage } from './verb/sign-message.ts'
import { transfer } from './verb/transfer.ts'

/** What needs hashes, curves or encodings: one chunk, loaded by the first of them. */
export const verbs: {
  readonly estimateTransfer: typeof estimateTransfer
  readonly signMessage: typeof signMessage
  readonly transfer: typeof transfer
} = { estimateTransfer, signMessage, transfer }
