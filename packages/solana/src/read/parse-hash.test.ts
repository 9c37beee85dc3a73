import { getBase58Decoder } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { parseHash } from './parse-hash.ts'

const encode = (length: number, byte = 7): string =>
  getBase58Decoder().decode(new Uint8Array(length).fill(byte))

describe('parseHash', () => {
  test.each([0, 1, 7, 255])('default: 64 bytes of %i, unchanged', (byte) => {
    expect(parseHash(encode(64, byte))).toBe(encode(64, byte))
  })
  test.each([encode(32), encode(63), encode(65), '', `0x${'ab'.repeat(32)}`, `${encode(64)} `])(
    'behavior: %o is none',
    (text) => expect(parseHash(text)).toBeNull(),
  )
})
