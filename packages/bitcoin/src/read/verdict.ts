import type { ChainVerdict, ReadSource } from '@latchkey/core'
import { type NodeTransaction, readSpender, readTransaction } from '../node/esplora.ts'

/**
 * Milliseconds after which an unknown transaction counts as dropped, because servers update one
 * another with delay.
 */
const patience = 600_000
const mostSeen = 100

/**
 * Inputs of unconfirmed transactions. They are kept, because afterwards a replaced transaction can
 * be found only by what spends its coins. Limited in number.
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
  seen: SeenTransactions,
): Promise<ChainVerdict> {
  const told = await readTransaction(source, hash)
  if (told) {
    if (told.block === undefined) {
      if (seen.size >= mostSeen) seen.clear()
      seen.set(hash, told.inputs.slice(0, 20))
      return { state: 'pending' }
    }
    seen.delete(hash)
    return {
      state: 'confirmed',
      block: String(told.block),
      ...(told.fee !== undefined && { fee: told.fee }),
    }
  }
  for (const input of seen.get(hash) ?? []) {
    const by = await readSpender(source, input)
    if (by && by !== hash) return { state: 'replaced', by }
  }
  const isOverdue = submittedAt !== undefined && Date.now() - submittedAt > patience
  return { state: isOverdue ? 'dropped' : 'pending' }
}
