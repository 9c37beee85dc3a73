import type { ChainVerdict, ReadSource } from '@latchkey/core'
import { type NodeTransaction, readSpender, readTransaction } from '../node/esplora.ts'

/**
 * A transaction that no node knows is given this long, in milliseconds: servers tell one another
 * with delay.
 */
const patience = 600_000
const mostSeen = 100

/**
 * What transactions spend, learnt while they wait: who took their coins can be asked only then.
 * Bounded.
 */
export type SeenTransactions = Map<string, NodeTransaction['inputs']>

/**
 * What the chain says of a transaction. `replaced`: another one spends a coin of it, which can be
 * told only of one that was seen waiting. `dropped`: evicted; ten minutes after `submittedAt` no
 * node knows it, without `submittedAt` nothing is. Throws `rpc-answer-invalid`.
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
