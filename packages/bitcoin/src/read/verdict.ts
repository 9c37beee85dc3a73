import type { ChainVerdict, ReadSource } from '@latchkey/core'
import { type NodeTransaction, readSpender, readTransaction } from '../node/esplora.ts'

/**
 * Milliseconds after which a transaction that no server knows counts as dropped; servers update one
 * another with delay.
 */
const dropTimeoutMs = 600_000
const maxSeenTransactions = 100

/**
 * Inputs of unconfirmed transactions. They are remembered because a transaction that was replaced
 * can later be found only by the transaction that spends its coins. Their number is limited.
 */
export type SeenTransactions = Map<string, NodeTransaction['inputs']>

/**
 * The status of a transaction on the chain. `replaced`: another transaction spends one of its
 * coins; known only when it was seen unconfirmed before. `dropped`: ten minutes after `submittedAt`
 * no node knows it; without `submittedAt` nothing counts as dropped. Throws `rpc-answer-invalid`.
 */
export async function verdictOf(
  source: ReadSource,
  { hash, submittedAt }: { readonly hash: string; readonly submittedAt?: number },
  seenTransactions: SeenTransactions,
): Promise<ChainVerdict> {
  const nodeTransaction = await readTransaction(source, hash)
  if (nodeTransaction) {
    if (nodeTransaction.block === undefined) {
      if (seenTransactions.size >= maxSeenTransactions) seenTransactions.clear()
      seenTransactions.set(hash, nodeTransaction.inputs.slice(0, 20))
      return { state: 'pending' }
    }
    seenTransactions.delete(hash)
    return {
      state: 'confirmed',
      block: String(nodeTransaction.block),
      ...(nodeTransaction.fee !== undefined && { fee: nodeTransaction.fee }),
    }
  }
  for (const spentInput of seenTransactions.get(hash) ?? []) {
    const spenderTxid = await readSpender(source, spentInput)
    if (spenderTxid && spenderTxid !== hash) return { state: 'replaced', by: spenderTxid }
  }
  const isOverdue = submittedAt !== undefined && Date.now() - submittedAt > dropTimeoutMs
  return { state: isOverdue ? 'dropped' : 'pending' }
}
