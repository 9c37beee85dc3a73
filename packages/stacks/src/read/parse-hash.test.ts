import { describe, expect, test } from 'vitest'
import { parseHash } from './parse-hash.ts'

describe('parseHash', () => {
  const id = 'ab'.repeat(32)
  test.each([id, `0x${id}`, id.toUpperCase(), `0x${id.toUpperCase()}`])('default: %o', (text) =>
    expect(parseHash(text)).toBe(`0x${id}`),
  )
  test.each(['', '0x', id.slice(2), `${id}00`, `0x0x${id}`, `${id.slice(1)}g`, `${id}\n`])(
    'behavior: %o is none',
    (text) => expect(parseHash(text)).toBeNull(),
  )
})
