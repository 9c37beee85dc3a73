import type { Call, Simulation } from '@latchkey/core'
import type { AccountId, Chain } from '@latchkey/protocol'
import { checkCall } from '../transaction/check-call.ts'
import type { Wire } from '../wire.ts'
import { submitCall } from './submit-call.ts'

/**
 * Asks the wallet to sign and send a call of a contract. Throws what `checkCall` and `submitCall`
 * throw.
 */
export async function sendCall(
  wire: Wire,
  parameters: {
    readonly from: AccountId
    readonly call: Call
    readonly chain: Chain
    readonly simulation?: Simulation
    readonly signal: AbortSignal
  },
): Promise<{ readonly hash: string; readonly nonce?: number }> {
  const { from, call, chain, simulation, signal } = parameters
  return submitCall(wire, { from, call: checkCall(call), chain, gas: simulation?.data, signal })
}
