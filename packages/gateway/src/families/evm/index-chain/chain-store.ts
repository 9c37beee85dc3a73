import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { and, asc, desc, eq, gte, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import {
  accountTokens,
  accountTransactions,
  approvals,
  backfills,
  followedChains,
  knownBlocks,
  movements,
  transactions,
} from '../../../data/index-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { ChainBlock } from './chain-block.ts'
import { insertColumns, insertRows } from './insert-rows.ts'
import { makeIndexRows } from './make-index-rows.ts'

/** Number of block hashes that are kept: the largest `finality` that the configuration allows. */
const keptHashes = 1_000

export interface Position {
  readonly firstBlock: number
  readonly nextBlock: number
  readonly headBlock: number
}

/** A block whose hash the index stores. */
export interface KnownBlock {
  readonly block: number
  readonly hash: Hex
}

/** The index tables of one chain. Every write updates `nextBlock` in the same transaction. */
export interface ChainStore {
  readPosition(): Promise<Position | undefined>
  /** Reads the newest `limit` blocks whose hashes are stored, newest first. */
  readNewest(limit: number): Promise<readonly KnownBlock[]>
  /**
   * Reads the oldest block whose hash is stored. Its hash stays when others are pruned, because it
   * identifies the chain.
   */
  readOldest(): Promise<KnownBlock | undefined>
  begin(block: number, headBlock: number): Promise<void>
  /**
   * Appends consecutive blocks.
   * @param tip - the block before them; undefined for the first ones
   * @throws `server-error` when another process wrote meanwhile; `undo` and `forget` throw it too
   */
  append(
    blocks: readonly ChainBlock[],
    headBlock: number,
    tip: KnownBlock | undefined,
  ): Promise<void>
  /** Deletes `block` and every later block from the index. */
  undo(block: number, tip: KnownBlock): Promise<void>
  /** Deletes all index data of the chain. */
  forget(tip: KnownBlock): Promise<void>
}

const blockTables = [transactions, movements, approvals, accountTransactions, knownBlocks] as const

export function chainStore(db: Sql, chain: ChainId): ChainStore {
  const isOfChain = eq(knownBlocks.chain, chain)
  const blockFields = { block: knownBlocks.block, hash: knownBlocks.hash }
  return {
    async readPosition() {
      const [row] = await db.select().from(followedChains).where(eq(followedChains.chain, chain))
      return row
    },
    readNewest: (limit) =>
      db
        .select(blockFields)
        .from(knownBlocks)
        .where(isOfChain)
        .orderBy(desc(knownBlocks.block))
        .limit(limit),
    async readOldest() {
      const [row] = await db
        .select(blockFields)
        .from(knownBlocks)
        .where(isOfChain)
        .orderBy(asc(knownBlocks.block))
        .limit(1)
      return row
    },
    async begin(block, headBlock) {
      const chainValues = {
        chain,
        firstBlock: block,
        nextBlock: block,
        headBlock,
        updatedAt: new Date(),
      }
      await db.insert(followedChains).values(chainValues).onConflictDoNothing()
    },
    async append(blocks, headBlock, tip) {
      const [first, last] = [blocks[0], blocks.at(-1)]
      if (!first || !last) return
      const rows = makeIndexRows(blocks)
      await db.transaction(async (tx) => {
        await claimChain(tx, chain, first.number, tip)
        await insertRows(tx, chain, rows, true)
        await insertColumns(tx, chain, 'known_blocks', true, blocks, [
          ['block', 'bigint', (row) => row.number],
          ['hash', 'bytea', (row) => row.hash],
          ['parent_hash', 'bytea', (row) => row.parentHash],
        ])
        await tx.execute(sql`delete from known_blocks where chain = ${chain} and block < ${last.number - keptHashes}
          and block > (select min(block) from known_blocks where chain = ${chain})`)
        await tx
          .update(followedChains)
          .set({
            nextBlock: last.number + 1,
            headBlock: Math.max(headBlock, last.number),
            updatedAt: new Date(),
          })
          .where(eq(followedChains.chain, chain))
      })
    },
    async undo(block, tip) {
      await db.transaction(async (tx) => {
        await claimChain(tx, chain, tip.block + 1, tip)
        for (const table of blockTables) {
          await tx.delete(table).where(and(eq(table.chain, chain), gte(table.block, block)))
        }
        await tx.execute(sql`update followed_chains set next_block = ${block}, first_block = least(first_block, ${block}),
          updated_at = now() where chain = ${chain}`)
      })
    },
    async forget(tip) {
      await db.transaction(async (tx) => {
        await claimChain(tx, chain, tip.block + 1, tip)
        for (const table of [...blockTables, accountTokens, backfills, followedChains]) {
          await tx.delete(table).where(eq(table.chain, chain))
        }
      })
    },
  }
}

/**
 * Locks the chain's row for this transaction and checks that the index ends where the writer
 * expects: a suspended process must not write after another one took over.
 */
async function claimChain(
  tx: Sql,
  chain: ChainId,
  nextBlock: number,
  tip: KnownBlock | undefined,
): Promise<void> {
  const isOfChain = eq(followedChains.chain, chain)
  const [row] = await tx
    .select({ next: followedChains.nextBlock })
    .from(followedChains)
    .where(isOfChain)
    .for('update')
  const [last] = await tx
    .select({ hash: knownBlocks.hash })
    .from(knownBlocks)
    .where(and(eq(knownBlocks.chain, chain), eq(knownBlocks.block, nextBlock - 1)))
  if (row?.next !== nextBlock || last?.hash !== tip?.hash)
    throw new LatchkeyError('server-error', {
      reason: 'another process has written this chain meanwhile',
    })
}
