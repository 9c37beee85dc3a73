import { estimateTransfer } from './read/estimate-transfer.ts'
import { verdict } from './read/verdict.ts'
import { capabilities } from './verb/capabilities.ts'
import { signMessage } from './verb/sign-message.ts'
import { switchChain } from './verb/switch-chain.ts'
import { transfer } from './verb/transfer.ts'

/** What is done after connecting and needs no chain library: one chunk, loaded by the first of them. */
export const verbs: {
  readonly capabilities: typeof capabilities
  readonly estimateTransfer: typeof estimateTransfer
  readonly signMessage: typeof signMessage
  readonly switchChain: typeof switchChain
  readonly transfer: typeof transfer
  readonly verdict: typeof verdict
} = { capabilities, estimateTransfer, signMessage, switchChain, transfer, verdict }
