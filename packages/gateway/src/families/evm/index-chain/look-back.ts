import type { ChainId } from '@latchkey/protocol'
import { and, asc, desc, eq, sql } from 'drizzle-orm'
import type { Hex } from 'viem'
import { backfills, followedChains } from '../../../data/index-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import type { ChainBlock } from './chain-block.ts'
import { topics } from './decode-log.ts'
import type { BlockSource } from './fetch-blocks.ts'
import { insertRows } from './insert-rows.ts'
import { rowsOf } from './rows-of.ts'

/** Blocks read between two writes: what a kill costs at most. */
const blocksAtOnce = 8
/** Waiting accounts of one chain; who asks then is not looked back for. */
const mostWaiting = 1_000

/** Notes that an account is to be looked back for; what is noted already stays as it is. */
export async function wantLookBack(db: Sql, chain: ChainId, account: Hex): Promise<void> {
  await db.execute(sql`insert into backfills (chain, account, down_to, is_done, asked_at)
    select chain, decode(${account.slice(2)}, 'hex'), first_block, false, now() from followed_chains
    where chain = ${chain} and first_block > 0
      and (select count(*) from backfills where chain = ${chain} and not is_done) < ${mostWaiting}
    on conflict do nothing`)
}

interface Range {
  size: number
}

/** Looks back for one waiting account, a range of blocks at a time. */
export function lookBack(options: {
  readonly db: Sql
  readonly chain: ChainId
  readonly source: BlockSource
  readonly rules: {
    readonly lookBack: number
    readonly logRange: number
    readonly finality: number
  }
  /** Hears how many blocks were written. */
  readonly wrote: (blocks: number) => void
}) {
  const { db, chain, source, rules, wrote } = options
  const range: Range = { size: rules.logRange }

  /** Who has been looked for least comes first, so that none waits for another's whole past. */
  const findJob = async () => {
    const [followed] = await db.select().from(followedChains).where(eq(followedChains.chain, chain))
    // Blocks that may still be reorganised are not looked at: nobody would notice.
    if (!followed || followed.headBlock - followed.firstBlock < rules.finality) return undefined
    const [job] = await db
      .select()
      .from(backfills)
      .where(and(eq(backfills.chain, chain), eq(backfills.isDone, false)))
      .orderBy(desc(backfills.downTo), asc(backfills.askedAt))
      .limit(1)
    const least = Math.max(0, followed.firstBlock - rules.lookBack)
    return (
      job && {
        account: job.account,
        downTo: Math.min(job.downTo, followed.firstBlock),
        least,
        followed,
      }
    )
  }

  const writeBlocks = async (
    job: { readonly account: Hex; readonly firstBlock: number; readonly least: number },
    blocks: readonly ChainBlock[],
    downTo: number,
  ): Promise<void> => {
    const rows = rowsOf(blocks, job.account)
    await db.transaction(async (tx) => {
      const ofChain = eq(followedChains.chain, chain)
      const [row] = await tx.select().from(followedChains).where(ofChain).for('share')
      // Forgotten or pruned meanwhile: this belongs to what is gone.
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
    /** One range of one account; whether there was one. */
    async takeStep(signal: AbortSignal): Promise<boolean> {
      const found = await findJob()
      if (!found) return false
      const { account, downTo, least, followed } = found
      const job = { account, firstBlock: followed.firstBlock, least }
      if (downTo <= least) {
        await writeBlocks(job, [], downTo)
        return true
      }
      const from = Math.max(least, downTo - range.size)
      const numbers = await source
        .logBlocks({ from, to: downTo - 1 }, filtersOf(account), signal)
        .catch((error: unknown) => {
          // Too many logs for the node, or for us: fewer blocks at once.
          range.size = Math.max(1, range.size >> 1)
          throw error
        })
      range.size = Math.min(rules.logRange, range.size * 2)
      const descending = [...numbers].sort((a, b) => b - a)
      for (let at = 0; at < descending.length; at += blocksAtOnce) {
        const part = descending.slice(at, at + blocksAtOnce)
        const blocks: ChainBlock[] = []
        // One by one: they lie apart, and each may be large.
        for (const number of part) {
          blocks.push(...(await source.readBlocks([number], signal)))
        }
        signal.throwIfAborted()
        await writeBlocks(
          job,
          blocks,
          at + blocksAtOnce < descending.length ? (part.at(-1) as number) : from,
        )
      }
      if (descending.length === 0) await writeBlocks(job, [], from)
      return true
    },
  }
}

/** Topics of the logs that name an account as side of a movement or owner of an approval. */
function filtersOf(account: Hex): readonly (readonly (Hex | readonly Hex[] | null)[])[] {
  const topic: Hex = `0x${account.slice(2).padStart(64, '0')}`
  const { transfer, transferSingle, transferBatch, approval, approvalForAll, deposit, withdrawal } =
    topics
  return [
    [[transfer, approval, approvalForAll, deposit, withdrawal], topic],
    [[transfer, transferSingle, transferBatch], null, topic],
    [[transferSingle, transferBatch], null, null, topic],
  ]
}
