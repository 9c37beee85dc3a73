import type { Transfer, TransferEstimate } from '@latchkey/core'
import type { Chain } from '@latchkey/protocol'
import { makeTransferCall } from '../transaction/transfer-call.ts'
import type { Wire } from '../wire.ts'
import { submitCall } from './submit-call.ts'

/**
 * Asks the wallet to send a coin or an ERC-20 token. Throws what `callOf` and `submitCall` throw.
 */
export async function transferAsset(
  wire: Wire,
  parameters: {
    readonly transfer: Transfer
    readonly chain: Chain
    readonly estimate?: TransferEstimate
    readonly signal: AbortSignal
  },
): Promise<{ readonly hash: string; readonly nonce?: number }> {
  const { transfer, chain, estimate, signal } = parameters
  return submitCall(wire, {
    from: transfer.from,
    call: makeTransferCall(transfer),
    chain,
    gas: estimate?.data,
    signal,
  })
}
