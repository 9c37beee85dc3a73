import { lt } from 'drizzle-orm'
import { deletePortions } from '../../../data/delete-portions.ts'
import { chainTokens, nftItems } from '../../../data/index-schema.ts'
import type { Sql } from '../../../data/sql.ts'

/**
 * Deletes metadata of tokens and collectibles that was last read before `cutoff`. Metadata in use
 * is read again after 30 days, so the deleted rows are unused, and the chain can provide them
 * again.
 * @returns rows deleted
 */
export async function sweepFacts(db: Sql, cutoff: Date, signal?: AbortSignal): Promise<number> {
  const tokens = await deletePortions(db, chainTokens, lt(chainTokens.readAt, cutoff), signal)
  return tokens + (await deletePortions(db, nftItems, lt(nftItems.readAt, cutoff), signal))
}
