import type { AssetId } from '@latchkey/protocol'
import fc from 'fast-check'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { formatRatio, parseRatio, type Ratio } from '../../base/money/ratio.ts'
import type { Pool, PoolState } from './pool-state.ts'
import { spotPrices } from './spot-prices.ts'

const hex = (digit: string): Hex => `0x${digit.repeat(40)}`
const token = (digit: string): AssetId => `eip155:1/erc20:${hex(digit)}`
const coin: AssetId = 'eip155:1/slip44:60'
const [usdc, latch, weth] = [hex('a'), hex('b'), hex('c')]
const coinPool: Pool = { chain: 'eip155:1', address: hex('1'), asset: coin, against: token('a') }
const latchPool: Pool = { chain: 'eip155:1', address: hex('2'), asset: token('b'), against: coin }
const decimals: Partial<Record<AssetId, number>> = { [coin]: 18, [token('a')]: 6, [token('b')]: 18 }
const coinState: PoolState = {
  token0: usdc,
  token1: weth,
  reserve0: 2_500_000n * 10n ** 6n,
  reserve1: 1_000n * 10n ** 18n,
}
const latchState: PoolState = {
  token0: latch,
  token1: weth,
  reserve0: 2_000_000n * 10n ** 18n,
  reserve1: 1_000n * 10n ** 18n,
}

function spot(
  states: readonly (readonly [Hex, PoolState])[],
  more: {
    pools?: readonly Pool[]
    least?: string
    decimalsOf?: (asset: AssetId) => number | undefined
  } = {},
) {
  const reading = {
    at: 5,
    states: new Map(states),
    decimalsOf: more.decimalsOf ?? ((asset) => decimals[asset]),
  }
  const found = spotPrices(
    more.pools ?? [coinPool, latchPool],
    [token('a')],
    parseRatio(more.least ?? '10000') as Ratio,
    reading,
  )
  return (asset: AssetId) =>
    (found.get(asset) ?? []).map(({ usd, source }) => [formatRatio(usd), source])
}

describe('spotPrices', () => {
  test('default', () => {
    const of = spot([
      [hex('1'), coinState],
      [hex('2'), latchState],
    ])
    expect(of(coin)).toEqual([['2500', hex('1')]])
    expect(of(token('b'))).toEqual([['1.25', hex('2')]])
    expect(of(token('a'))).toEqual([['1', 'dollars']])
  })

  test('behavior: the order of the tokens in the pool does not matter', () => {
    const { token0, token1, reserve0, reserve1 } = coinState
    const turned = { token0: token1, token1: token0, reserve0: reserve1, reserve1: reserve0 }
    expect(spot([[hex('1'), turned]])(coin)).toEqual([['2500', hex('1')]])
  })

  test('behavior: a drained pool is not believed, nor what hangs on it', () => {
    const drained = { ...coinState, reserve0: 9_999n * 10n ** 6n, reserve1: 4n * 10n ** 18n }
    const of = spot([
      [hex('1'), drained],
      [hex('2'), latchState],
    ])
    expect([of(coin), of(token('b'))]).toEqual([[], []])
    expect(spot([[hex('1'), { ...drained, reserve0: 10_000n * 10n ** 6n }]])(coin)).toEqual([
      ['2500', hex('1')],
    ])
  })

  test('behavior: an empty pool has no price, even where nothing is asked of it', () => {
    for (const empty of [{ reserve0: 0n }, { reserve1: 0n }, { reserve0: 0n, reserve1: 0n }]) {
      expect(spot([[hex('1'), { ...coinState, ...empty }]], { least: '0' })(coin)).toEqual([])
    }
  })

  test('behavior: a pool of other tokens than the operator said is not believed', () => {
    expect(spot([[hex('1'), { ...coinState, token0: hex('d') }]])(coin)).toEqual([])
    expect(spot([[hex('1'), { ...coinState, token1: usdc }]])(coin)).toEqual([])
    const of = spot([
      [hex('1'), coinState],
      [hex('2'), { ...latchState, token0: hex('d') }],
    ])
    expect(of(token('b'))).toEqual([])
    const pair = { ...latchPool, against: token('a') }
    const priceOf = (token1: Hex) =>
      spot([[hex('2'), { ...latchState, token1 }]], { pools: [pair], least: '0' })(token('b'))
    expect([priceOf(usdc).length, priceOf(hex('d')).length]).toEqual([1, 0])
  })

  test('behavior: without known decimals there is no price', () => {
    const of = spot([[hex('1'), coinState]], {
      decimalsOf: (asset) => (asset === coin ? 18 : undefined),
    })
    expect(of(coin)).toEqual([])
  })

  test('behavior: pools in a ring end without a price', () => {
    const ring = [
      { ...coinPool, against: token('b') },
      { ...latchPool, against: coin },
    ]
    const of = spot([[hex('2'), latchState]], { pools: ring })
    expect([of(coin), of(token('b'))]).toEqual([[], []])
  })

  test('behavior: agrees with cross-multiplied whole numbers for any reserves and decimals', () => {
    const reserve = fc.bigInt({ min: 1n, max: 2n ** 112n - 1n })
    const places = fc.integer({ min: 0, max: 36 })
    fc.assert(
      fc.property(reserve, reserve, places, places, (own, other, ownPlaces, otherPlaces) => {
        const state = { token0: usdc, token1: weth, reserve0: other, reserve1: own }
        const found = spotPrices(
          [coinPool],
          [token('a')],
          { num: 0n, den: 1n },
          {
            at: 1,
            states: new Map([[hex('1'), state]]),
            decimalsOf: (asset) => (asset === coin ? ownPlaces : otherPlaces),
          },
        ).get(coin)?.[0]?.usd as Ratio
        // usd = (other / 10^otherPlaces) / (own / 10^ownPlaces), without dividing.
        expect(found.num * own * 10n ** BigInt(otherPlaces)).toBe(
          found.den * other * 10n ** BigInt(ownPlaces),
        )
      }),
    )
  })
})
