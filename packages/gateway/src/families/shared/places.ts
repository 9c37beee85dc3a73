import { type ChainId, isChainId } from '@latchkey/protocol'
import { refusal } from '../../base/refuse.ts'

/** The position at which a history page ends and the next page continues. */
export interface CursorPlaces {
  /** Time of the page's last transaction, in milliseconds since the epoch. */
  readonly minedAt: number
  /**
   * Cursor of each chain that has more transactions; '' when no transaction of the chain has been
   * shown yet.
   */
  readonly places: ReadonlyMap<ChainId, string>
}

const maxLength = 4_096

/** Writes a history cursor as opaque text. */
export function writeCursorPlaces({ minedAt, places }: CursorPlaces): string {
  return Buffer.from(JSON.stringify([2, minedAt, [...places]])).toString('base64url')
}

/**
 * Reads a cursor that `writeCursorPlaces` wrote.
 * @throws a refusal: 400 for other text, or a cursor of other chains
 */
export function readCursorPlaces(
  text: string,
  chains: readonly ChainId[],
  isPlace: (place: string) => boolean,
): CursorPlaces {
  const value = decodeCursor(text)
  if (!Array.isArray(value) || value.length !== 3 || value[0] !== 2 || !Array.isArray(value[2]))
    throw cursorRefusal()
  const [minedAt, list] = [value[1] as unknown, value[2] as readonly unknown[]]
  if (!Number.isSafeInteger(minedAt) || list.length === 0 || list.length > chains.length)
    throw cursorRefusal()
  const places = list.map((item): readonly [ChainId, string] => {
    const [chain, place] = Array.isArray(item) ? (item as readonly unknown[]) : []
    const isOwn = typeof place === 'string' && (place === '' || isPlace(place))
    if (!isChainId(chain) || !chains.includes(chain) || !isOwn) throw cursorRefusal()
    return [chain, place]
  })
  return { minedAt: minedAt as number, places: new Map(places) }
}

function decodeCursor(text: string): unknown {
  if (text.length > maxLength || !/^[\w-]+$/.test(text)) throw cursorRefusal()
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw cursorRefusal()
  }
}

function cursorRefusal(): Error {
  return refusal(400, '', 'The cursor is not one of this list')
}
