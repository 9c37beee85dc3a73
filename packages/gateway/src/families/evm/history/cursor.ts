import { type ChainId, isChainId } from '@latchkey/protocol'
import { refusal } from '../../../base/refuse.ts'
import type { ChainPosition, SeenTransaction } from './seen.ts'

/**
 * Where a history page ends: its last transaction on each chain, and the time of its last
 * transaction over all chains.
 */
export interface PageEnd {
  /** Time of the page's last transaction, in milliseconds since the epoch. */
  readonly minedAt: number
  /**
   * Block and index of the last shown transaction of each chain. A chain of which no transaction
   * was shown yet is absent: its transactions newer than `minedAt` do not belong to the next page.
   */
  readonly places: ReadonlyMap<ChainId, ChainPosition>
}

const maxLength = 4_096
const maxChains = 500

/**
 * Computes the end of the page that contains these transactions and follows the page that ended at
 * `previousEnd`.
 */
export function computePageEnd(
  items: readonly SeenTransaction[],
  previousEnd: PageEnd | undefined,
): PageEnd {
  const positions = new Map(previousEnd?.places)
  for (const { chain, block, place } of items) {
    positions.set(chain, { block, place })
  }
  return { minedAt: items.at(-1)?.minedAt ?? previousEnd?.minedAt ?? 0, places: positions }
}

/**
 * Writes a page end as an opaque cursor. It contains block numbers and indexes, no offsets, so new
 * blocks cause neither repeated nor skipped transactions.
 */
export function writeCursor({ minedAt, places: positions }: PageEnd): string {
  const list = [...positions].map(([chain, { block, place }]) => [chain, block, place])
  return Buffer.from(JSON.stringify([1, minedAt, list])).toString('base64url')
}

/**
 * Reads a cursor that `writeCursor` wrote.
 * @throws a refusal: 400 for other text, or a cursor of other chains
 */
export function readCursor(text: string, chains: readonly ChainId[]): PageEnd {
  const value = decodeCursor(text)
  if (
    !Array.isArray(value) ||
    value.length !== 3 ||
    value[0] !== 1 ||
    !isWholeNumber(value[1]) ||
    !Array.isArray(value[2])
  )
    throw cursorRefusal()
  const list: readonly unknown[] = value[2]
  if (list.length > maxChains) throw cursorRefusal()
  const positions = new Map<ChainId, ChainPosition>()
  for (const item of list) {
    const [chain, block, place] = Array.isArray(item) ? item : []
    if (
      !isChainId(chain) ||
      !chains.includes(chain) ||
      !isWholeNumber(block) ||
      !isWholeNumber(place) ||
      place > 2 ** 31 - 1
    )
      throw cursorRefusal()
    positions.set(chain, { block, place })
  }
  return { minedAt: value[1], places: positions }
}

function decodeCursor(text: string): unknown {
  if (text.length > maxLength || !/^[\w-]+$/.test(text)) throw cursorRefusal()
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw cursorRefusal()
  }
}

function isWholeNumber(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0
}

function cursorRefusal(): Error {
  return refusal(400, '', 'The cursor is not one of this list')
}
