import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { checkSwaps } from './check-swaps.ts'

const address = (digit: string) => `0x${digit.repeat(40)}`
const router = {
  chain: 'eip155:1',
  factory: address('1'),
  router: address('a'),
  wrapped: address('b'),
}
const zeroEx = { url: 'https://api.0x.example', chains: ['eip155:1'] }

function check(swap: object) {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chains = ['eip155:1', 'eip155:10', 'solana:abc'].map((id) => ({
    id,
    name: 'C',
    nativeCurrency,
    rpcUrls: ['https://n.example'],
  }))
  return checkSwaps(configSchema.parse({ chains, swap }))
}

describe('checkSwaps', () => {
  test('default', () => {
    expect(check({})).toBeUndefined()
    const second = { ...router, router: address('c'), between: [address('d')] }
    expect(
      check({ routers: [router, second, { ...router, chain: 'eip155:10' }], zeroEx }),
    ).toBeUndefined()
  })

  test.each([
    [
      'a chain that is not served',
      { routers: [{ ...router, chain: 'eip155:5' }] },
      'swap.routers.0: eip155:5',
    ],
    [
      'a chain of another family',
      { routers: [{ ...router, chain: 'solana:abc' }] },
      'swap.routers.0: solana:abc',
    ],
    [
      'a router twice',
      { routers: [router, { ...router, router: address('A') }] },
      'is listed twice',
    ],
    [
      'two wrapped coins',
      { routers: [router, { ...router, router: address('c'), wrapped: address('c') }] },
      'has one wrapped coin',
    ],
    [
      'the wrapped coin in between',
      { routers: [{ ...router, between: [address('B')] }] },
      'swap.routers.0.between',
    ],
    [
      'an aggregator on a chain that is not served',
      { zeroEx: { ...zeroEx, chains: ['eip155:5'] } },
      'swap.zeroEx.chains',
    ],
  ])('behavior: %s is refused, with the place and what to do', (_, swap, reason) => {
    const fault = check(swap)
    expect(fault?.reason).toContain(reason)
    expect(fault?.fix).toMatch(/\w/)
  })
})
