import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { configSchema } from '../../base/config/schema.ts'
import { checkPrices } from './check-prices.ts'
import { developmentConfig } from './development.ts'

const hex = (digit: string) => `0x${digit.repeat(40)}`
const token = (digit: string, chain = 'eip155:1') => `${chain}/erc20:${hex(digit)}`
const coin = 'eip155:1/slip44:60'
const chain = {
  id: 'eip155:1',
  name: 'Ethereum',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: ['https://node.example'],
}
const pool = { chain: 'eip155:1', address: hex('1'), asset: coin, against: token('a') }
const other = { chain: 'eip155:1', address: hex('2'), asset: token('b'), against: coin }

function fault(pools: readonly object[], more: object = {}) {
  const file = { chains: [chain], prices: { pools, dollars: [token('a')] }, ...more }
  return checkPrices(configSchema.parse(file as unknown as z.input<typeof configSchema>))
}

describe('checkPrices', () => {
  test('default', () => {
    expect(fault([pool, other])).toBeUndefined()
    expect(fault([])).toBeUndefined()
    expect(
      checkPrices(configSchema.parse(developmentConfig('http://localhost:8545'))),
    ).toBeUndefined()
  })

  test.each<readonly [string, readonly object[], RegExp]>([
    ['a pool of a foreign chain', [{ ...pool, chain: 'eip155:5' }], /eip155:5 is no EVM chain/],
    [
      'an asset of another chain',
      [{ ...pool, asset: 'eip155:5/slip44:60' }],
      /pools\.0\.asset: .*another chain/,
    ],
    [
      'against of another chain',
      [{ ...pool, against: token('a', 'eip155:5') }],
      /pools\.0\.against/,
    ],
    [
      'an asset that is no token',
      [{ ...pool, asset: 'eip155:1/erc20:0x12' }],
      /neither a token nor a coin/,
    ],
    [
      'a collectible',
      [{ ...pool, asset: `eip155:1/erc721:${hex('b')}` }],
      /neither a token nor a coin/,
    ],
    ['one asset twice', [{ ...pool, asset: token('A'), against: token('a') }], /not two tokens/],
    ['two coins', [{ ...pool, asset: 'eip155:1/slip44:61', against: coin }], /not two tokens/],
    [
      'a dollar that is priced',
      [{ ...pool, asset: token('a'), against: coin }, pool],
      /is one of dollars already/,
    ],
    ['against something unknown', [{ ...pool, against: token('c') }], /no pool prices it/],
    ['a pool twice', [pool, { ...pool, asset: token('b') }], /listed twice/],
    ['a ring', [{ ...pool, against: token('b') }, other], /pools\.0: .*ring/],
  ])('behavior: refuses %s, with what to do', (_, pools, reason) => {
    expect(fault(pools)).toMatchObject({
      reason: expect.stringMatching(reason),
      fix: expect.stringMatching(/\S+/),
    })
  })

  test('behavior: refuses an upstream for a chain that is not served', () => {
    const upstreams = {
      prices: { url: 'https://prices.example', chains: ['eip155:1', 'eip155:5'] },
    }
    expect(fault([], { upstreams })).toMatchObject({
      reason: 'upstreams.prices.chains: eip155:5 is not in chains',
    })
  })
})
