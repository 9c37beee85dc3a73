import { expect, test } from 'vitest'
import { isUnspendable } from './unspendable.ts'

test.each([
  '0x0000000000000000000000000000000000000000',
  '0x000000000000000000000000000000000000dEaD',
  '0x000000000000000000000000000000000000dead',
])('isUnspendable: default: nobody has a key to %s', (address) => {
  expect(isUnspendable(address)).toBe(true)
})

test.each([
  '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  '0x000000000000000000000000000000000000dEaE',
  '',
])('isUnspendable: behavior: of any other address it is not said: %s', (address) => {
  expect(isUnspendable(address)).toBe(false)
})
