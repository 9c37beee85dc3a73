import { inWords } from '@latchkey/protocol'
import { refuseWith } from '../machine/adapter-of.ts'
import type { Kit } from '../machine/kit.ts'
import { readOwnField } from '../machine/read-own-field.ts'
import type { Transaction } from '../machine/state.ts'
import { raceSignal } from '../race-signal.ts'

/**
 * Waits until the chain has settled a submitted transaction; this needs only reads of the chain, no
 * wallet. Failed reads are retried. Several callers for one transaction share the same reads.
 * @throws `transaction-unknown` when there is no such transaction, or it is a draft or of unknown
 * status | `aborted`
 */
export function watchTransaction(
  kit: Kit,
  parameters: watchTransaction.Parameters,
): Promise<Transaction> {
  return inWords(runWatchTransaction(kit, parameters))
}

async function runWatchTransaction(
  kit: Kit,
  { id, signal }: watchTransaction.Parameters,
): Promise<Transaction> {
  for (;;) {
    const transaction = readOwnField(kit.getState().transactions, id)
    if (!transaction || transaction.status === 'draft' || transaction.status === 'unknown')
      return refuseWith('transaction-unknown', transaction ? `it is ${transaction.status}` : id)
    if (transaction.status !== 'submitted' && transaction.status !== 'signing') return transaction
    if (signal?.aborted) refuseWith('aborted')
    const { joinTransactionWatch: joinWatch } = await import('./follow-transaction.ts')
    const watch = joinWatch(kit, id)
    try {
      await (signal ? raceSignal(watch.over, signal) : watch.over)
    } finally {
      watch.waiting--
      if (watch.waiting === 0) watch.wakePoll()
    }
  }
}

export declare namespace watchTransaction {
  type Parameters = { readonly id: string; readonly signal?: AbortSignal | undefined }
}
