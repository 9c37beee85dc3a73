import { expect, test } from 'vitest'
import { networkOfChain } from './networks.ts'

test.each([
  ['eip155:1', { name: 'Ethereum', symbol: 'ETH', decimals: 18 }],
  ['eip155:100', { name: 'Gnosis', symbol: 'xDAI', decimals: 18 }],
  ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', { name: 'Solana', symbol: 'SOL', decimals: 9 }],
  ['bip122:000000000019d6689c085ae165831e93', { name: 'Bitcoin', symbol: 'BTC', decimals: 8 }],
])('networkOfChain: default: %s by its name and coin', (chain, network) => {
  expect(networkOfChain(chain)).toEqual(network)
})

test.each([
  ['eip155:5', { symbol: 'of its coin', decimals: 18 }],
  ['solana:x', { symbol: 'SOL', decimals: 9 }],
  ['bip122:x', { symbol: 'BTC', decimals: 8 }],
  ['cosmos:x', { symbol: 'base units', decimals: 0 }],
  ['constructor', { symbol: 'base units', decimals: 0 }],
  ['toString:1', { symbol: 'base units', decimals: 0 }],
])('networkOfChain: behavior: %s is not known, and shown by its id', (chain, coin) => {
  expect(networkOfChain(chain)).toEqual({ name: chain, ...coin })
})
