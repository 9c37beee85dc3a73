import { allowance } from './read/allowance.ts'
import { approval } from './read/approval.ts'
import { decimals } from './read/decimals.ts'
import { estimateTransfer } from './read/estimate-transfer.ts'
import { simulate } from './read/simulate.ts'
import { verdict } from './read/verdict.ts'
import { capabilities } from './verb/capabilities.ts'
import { endDelegation } from './verb/end-delegation.ts'
import { estimateCalls } from './verb/estimate-calls.ts'
import { readDelegation } from './verb/read-delegation.ts'
import { sendCall } from './verb/send-call.ts'
import { signMessage } from './verb/sign-message.ts'
import { switchChain } from './verb/switch-chain.ts'
import { transfer } from './verb/transfer.ts'

/**
 * What is done after connecting and needs no chain library: one chunk, loaded by the first of them.
 */
export const verbs: {
  readonly allowance: typeof allowance
  readonly approval: typeof approval
  readonly capabilities: typeof capabilities
  readonly decimals: typeof decimals
  readonly endDelegation: typeof endDelegation
  readonly estimateCalls: typeof estimateCalls
  readonly estimateTransfer: typeof estimateTransfer
  readonly readDelegation: typeof readDelegation
  readonly sendCall: typeof sendCall
  readonly signMessage: typeof signMessage
  readonly simulate: typeof simulate
  readonly switchChain: typeof switchChain
  readonly transfer: typeof transfer
  readonly verdict: typeof verdict
} = {
  allowance,
  approval,
  capabilities,
  decimals,
  endDelegation,
  estimateCalls,
  estimateTransfer,
  readDelegation,
  sendCall,
  signMessage,
  simulate,
  switchChain,
  transfer,
  verdict,
}
