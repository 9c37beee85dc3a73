import { getBase58Codec } from '@solana/kit'
import { describe, expect, test } from 'vitest'
import { base58, fromBase58 } from './base58.ts'

const reference = getBase58Codec()
const samples = [
  [],
  [0],
  [0, 0, 0],
  [0, 1],
  [255],
  [57],
  [58],
  Array<number>(32).fill(0),
  Array<number>(64).fill(255),
  Array.from({ length: 64 }, (_, i) => (i * 167 + 13) % 256),
  Array.from({ length: 32 }, (_, i) => (i < 3 ? 0 : (i * 89) % 256)),
].map((bytes) => Uint8Array.from(bytes))

describe('base58', () => {
  test.each(samples)('default: %o', (...bytes) => {
    expect(base58(Uint8Array.from(bytes))).toBe(reference.decode(Uint8Array.from(bytes)))
  })
})

describe('fromBase58', () => {
  test.each(samples)('default: %o', (...bytes) => {
    expect(fromBase58(reference.decode(Uint8Array.from(bytes)))).toEqual(Uint8Array.from(bytes))
  })

  test.each([undefined, null, 1, {}, '0', 'O', 'I', 'l', ' 1', '1é', '2'.repeat(129)])(
    'behavior: %o is none',
    (odd) => {
      expect(fromBase58(odd)).toBeNull()
    },
  )
})
