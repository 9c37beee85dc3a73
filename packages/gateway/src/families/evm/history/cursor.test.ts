import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { transaction } from '../../../test/seen-transactions.ts'
import { computePageEnd, readCursor, writeCursor } from './cursor.ts'

const chains = ['eip155:1', 'eip155:31337'] as const
const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const refused = (text: string): unknown => {
  try {
    return readCursor(text, chains)
  } catch (error) {
    return hasCode(error) ? [error.context.sourceCode, error.context.field] : error
  }
}

describe('cursor', () => {
  test('default', () => {
    const first = computePageEnd(
      [transaction({ block: 9 }), transaction({ block: 7, place: 2, minedAt: 5 })],
      undefined,
    )
    expect(first).toEqual({
      minedAt: 5,
      places: new Map([['eip155:31337', { block: 7, place: 2 }]]),
    })
    expect(readCursor(writeCursor(first), chains)).toEqual(first)
    const second = computePageEnd(
      [transaction({ chain: 'eip155:1', block: 3, place: 1, minedAt: 4 })],
      first,
    )
    expect([...second.places.keys()]).toEqual(['eip155:31337', 'eip155:1'])
    expect(computePageEnd([], second)).toEqual(second)
  })

  test('behavior: anything else is refused', () => {
    const place = ['eip155:1', 1, 1]
    for (const value of [
      null,
      {},
      [2, 0, []],
      [1, -1, []],
      [1, 1.5, []],
      [1, 0, [['eip155:5', 1, 1]]],
      [1, 0, [['eip155:1', -1, 1]]],
      [1, 0, [['eip155:1', 1, 2 ** 31]]],
      [1, 0, [['eip155:1', '1', 1]]],
      [1, 0, [null]],
      [1, 0, Array.from({ length: 501 }, () => place)],
    ]) {
      expect([value, refused(encoded(value))]).toEqual([value, [400, '']])
    }
    for (const text of ['', '%', 'abc', 'a'.repeat(5_000), `${encoded([1, 0, []])}\n`]) {
      expect(refused(text)).toEqual([400, ''])
    }
    expect(refused(encoded([1, 0, [place]]))).toEqual({
      minedAt: 0,
      places: new Map([['eip155:1', { block: 1, place: 1 }]]),
    })
  })
})
