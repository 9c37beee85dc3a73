import type { ChainId } from '@latchkey/protocol'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { backfills, followedChains } from '../../../data/index-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { ChainBlock } from './chain-block.ts'
import { topics } from './decode-log.ts'
import type { BlockSource } from './fetch-blocks.ts'
import { insertRows } from './insert-rows.ts'
import { makeIndexRows } from './make-index-rows.ts'

/**
 * Number of blocks between two writes of the search for an account's past. This is also the maximum
 * that must be read again after the process was killed.
 */
const blocksAtOnce = 8
/**
 * Maximum number of accounts of one chain that wait for the search of their past; further requests
 * are dropped.
 */
const maxWaitingAccounts = 1_000

/**
 * Records a request to search an account's past, below the first indexed block; an existing request
 * stays as it is.
 */
export async function requestLookBack(db: Sql, chain: ChainId, account: Hex): Promise<void> {
  await db.execute(sql`insert into backfills (chain, account, down_to, is_done, asked_at)
    select chain, decode(${account.slice(2)}, 'hex'), first_block, false, now() from followed_chains
    where chain = ${chain} and first_block > 0
      and (select count(*) from backfills where chain = ${chain} and not is_done) < ${maxWaitingAccounts}
    on conflict do nothing`)
}

interface LogRange {
  size: number
}

/**
 * Searches the past of the waiting accounts, below the first indexed block: one range of blocks of
 * one account per step.
 */
export function lookBack(options: {
  readonly db: Sql
  readonly chain: ChainId
  readonly source: BlockSource
  readonly rules: {
    readonly lookBack: number
    readonly logRange: number
    readonly finality: number
  }
  /** Called with the number of blocks that were written. */
  readonly wrote: (blocks: number) => void
}) {
  const { db, chain, source, rules, wrote } = options
  const range: LogRange = { size: rules.logRange }

  /**
   * Returns the next account to search: the one with the least progress, so that no account waits
   * until another account's search is complete.
   */
  const findJob = async () => {
    const [followed] = await db.select().from(followedChains).where(eq(followedChains.chain, chain))
    // The search waits until the first indexed block is final: a reorganisation below the index
    // would go unnoticed.
    if (!followed || followed.headBlock - followed.firstBlock < rules.finality) return undefined
    const [job] = await db
      .select()
      .from(backfills)
      .where(and(eq(backfills.chain, chain), eq(backfills.isDone, false)))
      .orderBy(desc(backfills.downTo), asc(backfills.askedAt))
      .limit(1)
    const lowestBlock = Math.max(0, followed.firstBlock - rules.lookBack)
    return (
      job && {
        account: job.account,
        downTo: Math.min(job.downTo, followed.firstBlock),
        least: lowestBlock,
        followed,
      }
    )
  }

  const writeBlocks = async (
    job: { readonly account: Hex; readonly firstBlock: number; readonly least: number },
    blocks: readonly ChainBlock[],
    downTo: number,
  ): Promise<void> => {
    const rows = makeIndexRows(blocks, job.account)
    await db.transaction(async (tx) => {
      const isOfChain = eq(followedChains.chain, chain)
      const [row] = await tx.select().from(followedChains).where(isOfChain).for('share')
      // When the index was reset or pruned during the search, the result is obsolete and is not
      // written.
      if (row?.firstBlock !== job.firstBlock) return
      await insertRows(tx, chain, rows, false)
      await tx
        .update(backfills)
        .set({ downTo, isDone: downTo <= job.least })
        .where(and(eq(backfills.chain, chain), eq(backfills.account, job.account)))
    })
    wrote(blocks.length)
  }

  return {
    /** Searches one range of blocks for one account; returns false when no account is waiting. */
    async runLookBackStep(signal: AbortSignal): Promise<boolean> {
      const openJob = await findJob()
      if (!openJob) return false
      const { account, downTo, least, followed } = openJob
      const job = { account, firstBlock: followed.firstBlock, least }
      if (downTo <= least) {
        await writeBlocks(job, [], downTo)
        return true
      }
      const lowBlock = Math.max(least, downTo - range.size)
      const blockNumbers = await source
        .logBlocks({ from: lowBlock, to: downTo - 1 }, makeLogFilters(account), signal)
        .catch((error: unknown) => {
          // The range may contain too many logs for the node or the gateway, so the next range is
          // smaller.
          range.size = Math.max(1, range.size >> 1)
          throw error
        })
      range.size = Math.min(rules.logRange, range.size * 2)
      const descendingNumbers = [...blockNumbers].sort((a, b) => b - a)
      for (let offset = 0; offset < descendingNumbers.length; offset += blocksAtOnce) {
        const blockBatch = descendingNumbers.slice(offset, offset + blocksAtOnce)
        const blocks: ChainBlock[] = []
        // Blocks are read one by one: they are not consecutive, and each may be large.
        for (const foundBlockNumber of blockBatch) {
          blocks.push(...(await source.readBlocks([foundBlockNumber], signal)))
        }
        signal.throwIfAborted()
        await writeBlocks(
          job,
          blocks,
          offset + blocksAtOnce < descendingNumbers.length
            ? (blockBatch.at(-1) as number)
            : lowBlock,
        )
      }
      if (descendingNumbers.length === 0) await writeBlocks(job, [], lowBlock)
      return true
    },
  }
}

/**
 * Returns topic filters for logs that name an account as a side of a transfer or as owner of an
 * approval.
 */
function makeLogFilters(account: Hex): readonly (readonly (Hex | readonly Hex[] | null)[])[] {
  const topic: Hex = `0x${account.slice(2).padStart(64, '0')}`
  const { transfer, transferSingle, transferBatch, approval, approvalForAll, deposit, withdrawal } =
    topics
  return [
    [[transfer, approval, approvalForAll, deposit, withdrawal], topic],
    [[transfer, transferSingle, transferBatch], null, topic],
    [[transferSingle, transferBatch], null, null, topic],
  ]
}
