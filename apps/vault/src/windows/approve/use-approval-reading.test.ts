import { expect, test } from 'vitest'
import { bareAccount } from './use-approval-reading.ts'

test.each([
  ['0xAb', '0xAb'],
  ['eip155:1:0xAb', '0xAb'],
  ['bip122:000000000019d6689c085ae165831e93:bc1q', 'bc1q'],
])('bareAccount: default: of %s: %s', (account, address) => {
  expect(bareAccount(account)).toBe(address)
})
