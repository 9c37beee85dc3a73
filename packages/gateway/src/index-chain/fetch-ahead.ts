import type { ChainBlock } from './chain-block.ts'
import type { BlockSource } from './fetch-blocks.ts'

/** Groups of blocks under way at once. */
const ahead = 3
const mostBlocks = 16
/** A group with more is made smaller next time, one with less than a quarter larger. */
const fullGroup = 1_000

/** How many blocks a group has: found out by doing, kept from one run to the next. */
export interface GroupSize {
  blocks: number
}

export function groupSize(): GroupSize {
  return { blocks: 4 }
}

/**
 * Blocks `from` to `to` in groups, in their order, the next ones fetched while one is worked on.
 * @throws what the first failing group throws, after those before it
 */
export async function* fetchAhead(
  source: BlockSource,
  { from, to }: { readonly from: number; readonly to: number },
  size: GroupSize,
  signal: AbortSignal,
): AsyncGenerator<readonly ChainBlock[]> {
  const ended = new AbortController()
  const ends = AbortSignal.any([signal, ended.signal])
  const queue: Promise<readonly ChainBlock[] | { readonly error: unknown }>[] = []
  const cursor = { next: from }
  const start = (): void => {
    const count = Math.min(size.blocks, to - cursor.next + 1)
    const numbers = Array.from({ length: count }, (_, at) => cursor.next + at)
    cursor.next += count
    queue.push(source.blocks(numbers, ends).catch((error: unknown) => ({ error })))
  }
  try {
    while (cursor.next <= to || queue.length > 0) {
      while (queue.length < ahead && cursor.next <= to) start()
      const group = await queue.shift()
      if (!group) return
      if ('error' in group) {
        size.blocks = Math.max(1, size.blocks >> 1)
        throw group.error
      }
      const count = group.reduce((sum, { transactions }) => sum + transactions.length, 0)
      if (count > fullGroup) size.blocks = Math.max(1, size.blocks >> 1)
      else if (count < fullGroup / 4) size.blocks = Math.min(mostBlocks, size.blocks * 2)
      yield group
    }
  } finally {
    ended.abort()
  }
}
