import type { ChainBlock } from './chain-block.ts'
import type { BlockSource } from './fetch-blocks.ts'

/** Groups of blocks that are fetched at once, and fetched groups that may wait. */
const ahead = 3
const mostWaiting = 3
const mostBlocks = 8
/** Above this number of transactions the next group is smaller, below a quarter of it larger. */
const fullGroup = 1_000
/** Number of blocks that is processed without waiting for more. */
const worthBlocks = 24
const worthTransactions = 500

/** Number of blocks per group: adapted to the chain and kept between runs. */
export interface GroupSize {
  blocks: number
}

export function groupSize(): GroupSize {
  return { blocks: 4 }
}

type Group = readonly ChainBlock[] | { readonly error: unknown }

/**
 * Fetches the blocks `from` to `to` in groups, in order, and prefetches the next groups while one
 * is processed. Groups that arrived meanwhile are joined as long as they are linked and small.
 * @throws the error of the first failing group, after the groups before it
 */
export async function* fetchAhead(
  source: BlockSource,
  { from, to }: { readonly from: number; readonly to: number },
  size: GroupSize,
  signal: AbortSignal,
): AsyncGenerator<readonly ChainBlock[]> {
  const ended = new AbortController()
  const ends = AbortSignal.any([signal, ended.signal])
  /** Groups in order; `group` is set when it has arrived. */
  const queue: { readonly comes: Promise<void>; group?: Group }[] = []
  const state = { next: from, underWay: 0, isFailed: false }
  const startGroup = (): void => {
    const numbers = Array.from(
      { length: Math.min(size.blocks, to - state.next + 1) },
      (_, at) => state.next + at,
    )
    state.next += numbers.length
    state.underWay += 1
    const fetched = source.readBlocks(numbers, ends).then(
      (blocks): Group => blocks,
      (error: unknown) => ({ error }),
    )
    const place: (typeof queue)[number] = { comes: fetched.then(receiveGroup) }
    queue.push(place)
    function receiveGroup(group: Group): void {
      place.group = group
      state.underWay -= 1
      adaptSize(size, group)
      if ('error' in group) state.isFailed = true
      fillQueue()
    }
  }
  const fillQueue = (): void => {
    while (
      !state.isFailed &&
      !ends.aborted &&
      state.next <= to &&
      state.underWay < ahead &&
      queue.length < ahead + mostWaiting
    ) {
      startGroup()
    }
  }
  try {
    for (fillQueue(); queue.length > 0; fillQueue()) {
      await awaitEnough(queue)
      yield takeLinked(queue)
    }
  } finally {
    ended.abort()
  }
}

function adaptSize(size: GroupSize, group: Group): void {
  if ('error' in group) {
    size.blocks = Math.max(1, size.blocks >> 1)
    return
  }
  const count = countOf(group)
  if (count > fullGroup) size.blocks = Math.max(1, size.blocks >> 1)
  else if (count < fullGroup / 4) size.blocks = Math.min(mostBlocks, size.blocks * 2)
}

/**
 * A write has a high fixed cost: the first group waits for the next ones until there is enough to
 * write.
 */
async function awaitEnough(
  queue: readonly { readonly comes: Promise<void>; readonly group?: Group }[],
): Promise<void> {
  const state = { blocks: 0, transactions: 0 }
  for (
    let at = 0;
    at < queue.length && state.blocks < worthBlocks && state.transactions < worthTransactions;
    at++
  ) {
    const place = queue[at]
    await place?.comes
    if (!place?.group || 'error' in place.group) return
    state.blocks += place.group.length
    state.transactions += countOf(place.group)
  }
}

/** Takes the first group and the arrived ones after it. Throws when the first group failed. */
function takeLinked(queue: { readonly group?: Group }[]): readonly ChainBlock[] {
  const taken: ChainBlock[] = []
  for (let count = 0; queue[0]?.group; queue.shift()) {
    const { group } = queue[0]
    if ('error' in group) {
      if (taken.length > 0) break
      throw group.error
    }
    const tip = taken.at(-1)
    count += countOf(group)
    if (tip && (count > fullGroup || group[0]?.parentHash !== tip.hash)) break
    taken.push(...group)
  }
  return taken
}

function countOf(blocks: readonly ChainBlock[]): number {
  return blocks.reduce((sum, { transactions }) => sum + transactions.length, 0)
}
