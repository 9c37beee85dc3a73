import type { Kit } from '@latchkey/core'
import { inWords, LatchkeyError } from '@latchkey/protocol'
import { askConnector } from '../../../actions/ask-connector.ts'
import { isHash } from '../../../encoding/hex.ts'
import type { SafeTransaction } from '../answers/safe-transaction.ts'
import { transactionMethod } from './safe-methods.ts'

/**
 * Returns how far the owners of the connected Safe are with a transaction: how many have signed, how
 * many have to, and the hash on the chain once it was executed. Also after a reload.
 * @throws `not-connected`, `rpc-invalid-params`, `wallet-method-unsupported` when the connected
 *   wallet is no Safe of `safe()`, `wallet-answer-invalid`, or what the Safe app's error means
 *
 * @example
 * const { status, signed, needed } = await getSafeTransaction(kit, { safeTxHash: hash })
 */
export function getSafeTransaction(
  kit: Kit,
  parameters: getSafeTransaction.Parameters,
): Promise<SafeTransaction> {
  return inWords(runGetSafeTransaction(kit, parameters))
}

export declare namespace getSafeTransaction {
  type Parameters = {
    /** Hash by which the owners sign: the id of a batch of `sendCalls`, 32 bytes in hex. */
    readonly safeTxHash: `0x${string}`
    readonly signal?: AbortSignal | undefined
  }
}

async function runGetSafeTransaction(
  kit: Kit,
  { safeTxHash, signal }: getSafeTransaction.Parameters,
): Promise<SafeTransaction> {
  if (!isHash(safeTxHash))
    throw new LatchkeyError('rpc-invalid-params', { reason: 'no safeTxHash' })
  // The connector of `safe()` has checked the answer; no other wallet knows the method.
  const answer = await askConnector(kit, {
    method: transactionMethod,
    params: [safeTxHash],
    signal,
  })
  return answer as SafeTransaction
}
