import type { ChainId } from '@latchkey/protocol'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { accountTokens, chainTokens } from '../../../data/index-schema.ts'
import type { Sql } from '../../../data/sql.ts'

/** Finds tokens an account may hold: contracts in lower case, at most as many as one read takes. */
export type DiscoveredTokens = (chain: ChainId, account: Hex) => Promise<readonly Hex[]>

/** More than this a portfolio does not show. */
const limit = 1_000

/**
 * ERC-20 tokens an account ever received, by the index. Known spam is left out here already: what
 * anybody may send must not crowd out what is wanted.
 */
export function discoveredTokens(db: Sql): DiscoveredTokens {
  return async (chain, account) => {
    const rows = await db
      .select({ token: accountTokens.token })
      .from(accountTokens)
      .leftJoin(
        chainTokens,
        and(
          eq(chainTokens.chain, accountTokens.chain),
          eq(chainTokens.address, accountTokens.token),
        ),
      )
      .where(
        and(
          eq(accountTokens.account, account),
          eq(accountTokens.chain, chain),
          eq(accountTokens.kind, 'erc20'),
          or(
            isNull(chainTokens.address),
            and(isNull(chainTokens.spam), eq(chainTokens.kind, 'erc20')),
          ),
        ),
      )
      // What is described already comes first.
      .orderBy(sql`${chainTokens.address} is null`, accountTokens.token)
      .limit(limit)
    return rows.map(({ token }) => token)
  }
}
