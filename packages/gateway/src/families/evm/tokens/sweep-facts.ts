import { lt } from 'drizzle-orm'
import { deletePortions } from '../../../data/delete-portions.ts'
import { chainTokens, nftItems } from '../../../data/index-schema.ts'
import type { Sql } from '../../../data/sql.ts'

/**
 * Forgets what tokens and collectibles said of themselves where it was last read before `before`:
 * what somebody asks for is read again after 30 days, so these were asked for by nobody since, and
 * stand on the chain when somebody does.
 * @returns how many rows went
 */
export async function sweepFacts(db: Sql, before: Date, signal?: AbortSignal): Promise<number> {
  const tokens = await deletePortions(db, chainTokens, lt(chainTokens.readAt, before), signal)
  return tokens + (await deletePortions(db, nftItems, lt(nftItems.readAt, before), signal))
}
