import { expect, test } from 'vitest'
import { addressOnChain } from './describe-session.ts'

const addresses = {
  eip155: '0x1',
  solana: 'so',
  bip122: { bc: 'bc1', tb: 'tb1', bcrt: 'bcrt1' },
}

test.each([
  ['eip155:1', '0x1'],
  ['solana:x', 'so'],
  ['bip122:000000000019d6689c085ae165831e93', 'bc1'],
  ['bip122:00000000da84f2bafbbc53dee25a72ae', 'tb1'],
  ['bip122:00000008819873e925422c1ff0f99f7c', 'tb1'],
  ['bip122:0f9188f13cb7b2c71f2a335e3a4fc328', 'bcrt1'],
  ['bip122:x', undefined],
  ['bip122:constructor', undefined],
  ['litecoin:000000000019d6689c085ae165831e93', undefined],
] as const)('addressOnChain: default: on %s: %s', (chain, address) => {
  expect(addressOnChain(addresses, chain)).toBe(address)
})
