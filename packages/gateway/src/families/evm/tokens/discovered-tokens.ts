import type { ChainId } from '@latchkey/protocol'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { accountTokens, chainTokens } from '../../../data/index-schema.ts'
import type { Sql } from '../../../data/sql.ts'

/** Finds the contracts, in lower case, of tokens that an account may hold. */
export type DiscoveredTokens = (chain: ChainId, account: Hex) => Promise<readonly Hex[]>

/** Maximum number of discovered tokens whose balances are read for one account. */
const maxDiscoveredTokens = 1_000

/**
 * Finds the ERC-20 tokens that an account ever received, from the index. Tokens known as spam are
 * left out here already, so that they do not displace other tokens when the list is cut.
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
      // Tokens whose metadata is known come first.
      .orderBy(sql`${chainTokens.address} is null`, accountTokens.token)
      .limit(maxDiscoveredTokens)
    return rows.map(({ token }) => token)
  }
}
