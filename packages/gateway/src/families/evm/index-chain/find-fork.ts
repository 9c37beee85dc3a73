import type { ChainHeader } from './chain-block.ts'
import type { ChainStore, KnownBlock } from './chain-store.ts'
import type { BlockSource } from './fetch-blocks.ts'
import { distrustAnswer } from './read-value.ts'

/** Number of headers in one request. */
const headersPerRead = 50

/** The result of comparing the node's chain with the index. */
export type Fork =
  /**
   * The newest block that index and node have in common, and how many indexed blocks come after it.
   */
  | { readonly kind: 'reorganised'; readonly common: KnownBlock; readonly depth: number }
  /**
   * More than `finality` indexed blocks differ from the node's blocks: the reorganisation is too
   * deep.
   */
  | { readonly kind: 'too-deep' }
  /**
   * Index and node have no block in common, not even the oldest: the node serves another chain with
   * the same id.
   */
  | { readonly kind: 'foreign'; readonly oldest: KnownBlock['hash'] }
  /** The node does not have the newest indexed blocks yet. */
  | { readonly kind: 'behind' }

/**
 * Compares the newest `finality` indexed blocks, and the oldest indexed block, with the node's
 * chain. The headers that the node returns must be linked.
 * @throws `server-error` when the node does not answer or its headers do not belong together
 */
export async function findFork(
  store: ChainStore,
  source: BlockSource,
  finality: number,
  signal: AbortSignal,
): Promise<Fork> {
  const [known, oldest] = await Promise.all([store.readNewest(finality + 1), store.readOldest()])
  const tip = known[0]
  if (!tip || !oldest) return { kind: 'behind' }
  const state: { above?: ChainHeader } = {}
  for (let offset = 0; offset < known.length; offset += headersPerRead) {
    const blockBatch = known.slice(offset, offset + headersPerRead)
    const headers = await source.readHeaders(
      blockBatch.map(({ block }) => block),
      signal,
    )
    for (const [place, header] of headers.entries()) {
      const knownBlock = blockBatch[place] as KnownBlock
      const { above } = state
      if (!header && !above) continue
      if (
        !header ||
        (above && above.number === header.number + 1 && above.parentHash !== header.hash)
      )
        return distrustAnswer('its headers are not linked')
      if (header.hash === knownBlock.hash)
        return above || knownBlock === tip
          ? { kind: 'reorganised', common: knownBlock, depth: tip.block - knownBlock.block }
          : { kind: 'behind' }
      state.above = header
    }
  }
  const [first] = await source.readHeaders([oldest.block], signal)
  if (!first) return { kind: 'behind' }
  return first.hash === oldest.hash ? { kind: 'too-deep' } : { kind: 'foreign', oldest: first.hash }
}
