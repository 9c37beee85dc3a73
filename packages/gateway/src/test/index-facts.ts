import { eq } from 'drizzle-orm'
import {
  accountTokens,
  accountTransactions,
  approvals,
  followedChains,
  knownBlocks,
  movements,
  transactions,
} from '../data/index-schema.ts'
import type { Sql } from '../data/sql.ts'
import type { Facts } from './index-truth.ts'
import { chainId } from './make-gateway.ts'

/** What the tables of the index say of the test chain, spelt as the truth is. */
export async function indexFacts(db: Sql): Promise<Facts> {
  const lines = <Row>(
    rows: readonly Row[],
    spell: (row: Row) => readonly unknown[],
  ): readonly string[] =>
    rows
      .map((row) =>
        spell(row)
          .map((cell) => cell ?? '-')
          .join(' '),
      )
      .sort()
  const key = ({ block, place }: { block: number; place: number }) => `${block} ${place}`
  return {
    transactions: lines(
      await db.select().from(transactions).where(eq(transactions.chain, chainId)),
      (row) => [
        key(row),
        row.hash,
        row.from,
        row.to,
        row.created,
        row.nonce,
        row.value,
        row.fee,
        row.isSuccess,
        row.selector,
        row.minedAt.getTime() / 1000,
      ],
    ),
    movements: lines(
      await db.select().from(movements).where(eq(movements.chain, chainId)),
      (row) => [
        key(row),
        row.position,
        row.part,
        row.kind,
        row.token,
        row.tokenId,
        row.amount,
        row.from,
        row.to,
      ],
    ),
    approvals: lines(
      await db.select().from(approvals).where(eq(approvals.chain, chainId)),
      (row) => [
        key(row),
        row.position,
        row.token,
        row.owner,
        row.spender,
        row.amount,
        row.tokenId,
        row.isAll,
      ],
    ),
    accounts: lines(
      await db.select().from(accountTransactions).where(eq(accountTransactions.chain, chainId)),
      (row) => [row.account, key(row)],
    ),
    tokens: lines(
      await db.select().from(accountTokens).where(eq(accountTokens.chain, chainId)),
      (row) => [row.account, row.token],
    ),
  }
}

/** Blocks known by hash, and where the index ends: they must be without gap, and end together. */
export async function indexEnd(
  db: Sql,
): Promise<{ nextBlock: number | undefined; blocks: readonly number[] }> {
  const [row] = await db.select().from(followedChains).where(eq(followedChains.chain, chainId))
  const known = await db.select().from(knownBlocks).where(eq(knownBlocks.chain, chainId))
  return {
    nextBlock: row?.nextBlock,
    blocks: known.map(({ block }) => block).sort((a, b) => a - b),
  }
}
