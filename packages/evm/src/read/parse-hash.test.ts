import { keccak256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { parseHash } from './parse-hash.ts'

describe('parseHash', () => {
  const hash = keccak256('0x01')
  test('default: 32 bytes, in lower case', () => {
    expect(parseHash(hash)).toBe(hash)
    expect(parseHash(`0x${hash.slice(2).toUpperCase()}`)).toBe(hash)
  })
  test.each(['', '0x', hash.slice(2), `${hash}00`, hash.slice(0, -2), `${hash.slice(0, -1)}g`])(
    'behavior: %o is none',
    (text) => expect(parseHash(text)).toBeNull(),
  )
})
