import type { ChainBlock } from './chain-block.ts'
import type { BlockSource } from './fetch-blocks.ts'

/**
 * Maximum number of groups of blocks that are fetched at the same time, and of fetched groups that
 * wait to be processed.
 */
const groupsAhead = 3
const maxWaitingGroups = 3
const maxBlocks = 8
/**
 * If a group of fetched blocks has more transactions than this, the next group has fewer blocks; if
 * it has less than a quarter of this, the next group has more.
 */
const maxGroupTransactions = 1_000
/**
 * A write starts when at least this many blocks are fetched; with fewer, the next groups are
 * awaited.
 */
const minBlocksPerWrite = 24
const minTransactionsPerWrite = 500

/**
 * Number of blocks that are fetched in one group; it becomes smaller when blocks have many
 * transactions.
 */
export interface GroupSize {
  blocks: number
}

export function groupSize(): GroupSize {
  return { blocks: 4 }
}

type Group = readonly ChainBlock[] | { readonly error: unknown }

/**
 * Fetches the blocks `from` to `to` in groups and yields them in order; the next groups are fetched
 * while the caller processes one. Small groups that have already arrived are yielded together, if
 * their blocks are linked.
 * @throws the error of the first failing group, after the groups before it
 */
export async function* fetchAhead(
  source: BlockSource,
  { from, to }: { readonly from: number; readonly to: number },
  size: GroupSize,
  signal: AbortSignal,
): AsyncGenerator<readonly ChainBlock[]> {
  const abortController = new AbortController()
  const abortSignal = AbortSignal.any([signal, abortController.signal])
  /**
   * Groups whose fetch has started, in the order of their blocks; `group` is absent until the fetch
   * is done.
   */
  const queue: { readonly comes: Promise<void>; group?: Group }[] = []
  const state = { next: from, underWay: 0, isFailed: false }
  const startGroup = (): void => {
    const blockNumbers = Array.from(
      { length: Math.min(size.blocks, to - state.next + 1) },
      (_, index) => state.next + index,
    )
    state.next += blockNumbers.length
    state.underWay += 1
    const fetchPromise = source.readBlocks(blockNumbers, abortSignal).then(
      (blocks): Group => blocks,
      (error: unknown) => ({ error }),
    )
    const queueEntry: (typeof queue)[number] = { comes: fetchPromise.then(receiveGroup) }
    queue.push(queueEntry)
    function receiveGroup(group: Group): void {
      queueEntry.group = group
      state.underWay -= 1
      adaptSize(size, group)
      if ('error' in group) state.isFailed = true
      fillQueue()
    }
  }
  const fillQueue = (): void => {
    while (
      !state.isFailed &&
      !abortSignal.aborted &&
      state.next <= to &&
      state.underWay < groupsAhead &&
      queue.length < groupsAhead + maxWaitingGroups
    ) {
      startGroup()
    }
  }
  try {
    for (fillQueue(); queue.length > 0; fillQueue()) {
      await awaitEnoughBlocks(queue)
      yield takeLinkedBlocks(queue)
    }
  } finally {
    abortController.abort()
  }
}

function adaptSize(size: GroupSize, group: Group): void {
  if ('error' in group) {
    size.blocks = Math.max(1, size.blocks >> 1)
    return
  }
  const count = countTransactions(group)
  if (count > maxGroupTransactions) size.blocks = Math.max(1, size.blocks >> 1)
  else if (count < maxGroupTransactions / 4) size.blocks = Math.min(maxBlocks, size.blocks * 2)
}

/**
 * Waits until enough blocks are fetched for one write, because each write has a high fixed cost.
 */
async function awaitEnoughBlocks(
  queue: readonly { readonly comes: Promise<void>; readonly group?: Group }[],
): Promise<void> {
  const state = { blocks: 0, transactions: 0 }
  for (
    let index = 0;
    index < queue.length &&
    state.blocks < minBlocksPerWrite &&
    state.transactions < minTransactionsPerWrite;
    index++
  ) {
    const queueEntry = queue[index]
    await queueEntry?.comes
    if (!queueEntry?.group || 'error' in queueEntry.group) return
    state.blocks += queueEntry.group.length
    state.transactions += countTransactions(queueEntry.group)
  }
}

/**
 * Takes the first group, together with the groups after it that are fetched already. Throws when
 * the first group failed.
 */
function takeLinkedBlocks(queue: { readonly group?: Group }[]): readonly ChainBlock[] {
  const takenBlocks: ChainBlock[] = []
  for (let count = 0; queue[0]?.group; queue.shift()) {
    const { group } = queue[0]
    if ('error' in group) {
      if (takenBlocks.length > 0) break
      throw group.error
    }
    const tip = takenBlocks.at(-1)
    count += countTransactions(group)
    if (tip && (count > maxGroupTransactions || group[0]?.parentHash !== tip.hash)) break
    takenBlocks.push(...group)
  }
  return takenBlocks
}

function countTransactions(blocks: readonly ChainBlock[]): number {
  return blocks.reduce((sum, { transactions }) => sum + transactions.length, 0)
}
