import { describe, expect, test } from 'vitest'
import { toBase58 } from './base58.ts'

// Vectors of draft-msporny-base58, section 5.
describe('toBase58', () => {
  test.each([
    ['', ''],
    [Buffer.from('Hello World!').toString('hex'), '2NEpo7TZRRrLZSi2U'],
    [
      Buffer.from('The quick brown fox jumps over the lazy dog.').toString('hex'),
      'USm3fpXnKG5EUBx2ndxBDMPVciP5hGey2Jh4NDv6gmeo1LkMeiKrLJUUBk6Z',
    ],
    ['0000287fb4cd', '11233QC4'],
  ])('default: %s', (hex, text) => {
    expect(toBase58(Buffer.from(hex, 'hex'))).toBe(text)
  })
})
