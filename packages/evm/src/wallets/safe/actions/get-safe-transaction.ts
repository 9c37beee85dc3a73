import type { Kit } from '@latchkey/core'
import { inWords, LatchkeyError } from '@latchkey/protocol'
import { askConnector } from '../../../actions/ask-connector.ts'
import { isHash } from '../../../encoding/hex.ts'
import type { SafeTransaction } from '../answers/safe-transaction.ts'
import { transactionMethod } from './safe-methods.ts'

/**
 * Returns the state of a transaction that was proposed to the owners of the connected Safe: how
 * many of them have signed, how many have to sign, and the hash of the chain's transaction once it
 * was executed. This works after a reload of the page too.
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
    /** Hash that the owners sign, 32 bytes in hex. `sendCalls` returns it as the id of a batch. */
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
  // The connector of `safe()` has already checked the answer; all other wallets refuse the method.
  const answer = await askConnector(kit, {
    method: transactionMethod,
    params: [safeTxHash],
    signal,
  })
  return answer as SafeTransaction
}
