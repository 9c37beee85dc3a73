import { expect, test } from 'vitest'
import { base64Bytes, evmAddress } from './shapes.ts'

const address = `0x${'Ab'.repeat(20)}`

test('evmAddress: default: forty digits, in lower case', () => {
  expect(evmAddress(address)).toBe(address.toLowerCase())
})

test.each<[string, unknown]>([
  ['more before it', `x${address}`],
  ['more behind it', `${address}00`],
  ['too few digits', address.slice(0, -1)],
  ['a list that reads as one', [address]],
  ['an object that reads as one', { toString: () => address }],
  ['nothing', undefined],
])('evmAddress: behavior: %s is no address', (_, value) => {
  expect(evmAddress(value)).toBeNull()
})

test('base64Bytes: default: the bytes, as another decoder has them', () => {
  for (const text of ['', 'AA==', 'AAE=', 'AAEC', '+/+/']) {
    expect(base64Bytes(text, 3)).toEqual(Uint8Array.from(Buffer.from(text, 'base64')))
  }
})

// `atob` itself leaves out spaces.
test.each<[string, unknown]>([
  ['a space before it', ' AAEC'],
  ['a space within it', 'AA EC'],
  ['a space behind it', 'AAEC '],
  ['the letters of addresses', '-_-_'],
  ['half a byte', 'A'],
  ['a byte more than allowed', 'AAECAw=='],
  ['bytes', Uint8Array.of(1)],
])('base64Bytes: behavior: %s is refused', (_, value) => {
  expect(base64Bytes(value, 3)).toBeNull()
})
