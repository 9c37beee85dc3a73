import type { AssetId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { configSchema } from '../../base/config/schema.ts'
import { parseRatio, type Ratio } from '../../base/money/ratio.ts'
import type { RatePort } from '../../ports/price-port.ts'
import { configOf } from '../../test/make-gateway.ts'
import type { PricePoint } from './median.ts'
import { combineSources, createPrices } from './prices.ts'
import { createRates } from './rates.ts'
import type { UsdSource } from './usd-source.ts'

const coin: AssetId = 'eip155:31337/slip44:60'
const latch: AssetId = `eip155:31337/erc20:0x${'b'.repeat(40)}`
const wbtc: AssetId = `eip155:31337/erc20:0x${'7'.repeat(40)}`
const usdc: AssetId = `eip155:31337/erc20:0x${'A'.repeat(40)}`
const read = (text: string): Ratio => parseRatio(text) as Ratio
const hourMs = 3_600_000

function sourceOf(usd: Partial<Record<AssetId, string>>, source = 'pool'): UsdSource {
  return {
    pricesNow: async (assets) =>
      new Map(
        assets.flatMap((asset) =>
          usd[asset] ? [[asset, { usd: read(usd[asset] as string), at: 7, source }]] : [],
        ),
      ),
  }
}

function makePrices(
  sources: readonly UsdSource[],
  more: Partial<z.input<typeof configSchema>['prices']> = {},
  options: {
    now?: () => number
    upstream?: RatePort
    seen?: Readonly<Record<string, readonly (readonly [number, string])[]>>
  } = {},
) {
  const config = configOf(['http://n.example'], {
    prices: { dollars: [usdc], windowMs: 0, ...more },
    ...(options.upstream ? { upstreams: { rates: { url: 'https://rates.example' } } } : {}),
  })
  const points = {
    near: async (asks: readonly { asset: string; at: number }[], withinMs: number) =>
      asks.map(({ asset, at }): readonly PricePoint[] =>
        (options.seen?.[asset] ?? [])
          .filter(([moment]) => Math.abs(moment - at) <= withinMs)
          .sort(([a], [b]) => Math.abs(a - at) - Math.abs(b - at))
          .map(([moment, usd]) => ({ at: moment, usd: read(usd), source: 'pool' })),
      ),
  }
  return createPrices({
    config,
    sources,
    points,
    rates: createRates(config, combineSources(sources), options.upstream),
    ...(options.now ? { now: options.now } : {}),
  })
}

const both = sourceOf({ [coin]: '2500', [latch]: '1.25', [wbtc]: '50000' })

describe('createPrices', () => {
  test('default', async () => {
    const found = await makePrices([both]).now([coin, latch, `eip155:1/slip44:60`], 'usd')
    expect([...found]).toEqual([
      [coin, { price: '2500', at: 7, source: 'pool' }],
      [latch, { price: '1.25', at: 7, source: 'pool' }],
    ])
  })

  test('behavior: answers by the spelling it was asked in', async () => {
    const upper = latch.replace('bbb', 'BBB') as AssetId
    expect([...(await makePrices([both]).now([upper], 'usd')).keys()]).toEqual([upper])
  })

  test('behavior: a later source is asked only for what the earlier ones do not know', async () => {
    const asked: AssetId[] = []
    const second: UsdSource = {
      pricesNow: async (assets) => {
        asked.push(...assets)
        return sourceOf({ [coin]: '1', [wbtc]: '3' }, 'upstream').pricesNow(assets)
      },
    }
    const found = await makePrices([sourceOf({ [coin]: '2500' }), second]).now([coin, wbtc], 'usd')
    expect(asked).toEqual([wbtc])
    expect(found.get(coin)?.price).toBe('2500')
    expect(found.get(wbtc)).toMatchObject({ price: '3', source: 'upstream' })
  })

  test('behavior: nine currencies: rates, fixed ones, and coins by their price', async () => {
    const fixed = {
      eur: '0.9',
      gbp: '0.8',
      aud: '1.5',
      cad: '1.4',
      inr: '84',
      jpy: '150',
      btc: '0.5',
    } as const
    const port = makePrices([both], { rates: fixed, coins: { btc: wbtc } })
    const all = ['usd', 'eur', 'gbp', 'aud', 'cad', 'inr', 'jpy', 'btc', 'eth'] as const
    const found = await Promise.all(
      all.map(async (currency) => (await port.now([coin], currency)).get(coin)?.price),
    )
    expect(found).toEqual(['2500', '2250', '2000', '3750', '3500', '210000', '375000', '0.05', '1'])
  })

  test('behavior: the newer rate of an upstream wins over the fixed one, which stands in when it is silent', async () => {
    const rate = { eur: '0.95' as string | undefined }
    const upstream: RatePort = {
      perUsd: async (currency) => (currency === 'eur' ? rate.eur : undefined),
    }
    const port = makePrices([both], { rates: { eur: '0.9', gbp: '0.8' } }, { upstream })
    expect((await port.now([coin], 'eur')).get(coin)?.price).toBe('2375')
    expect((await port.now([coin], 'gbp')).get(coin)?.price).toBe('2000')
    rate.eur = undefined
    expect((await port.now([coin], 'eur')).get(coin)?.price).toBe('2250')
  })

  test('behavior: without a rate there is no price, and a rate of zero is none', async () => {
    expect((await makePrices([both]).now([coin], 'eur')).size).toBe(0)
    expect((await makePrices([both], { rates: { eur: '0' } }).now([coin], 'eur')).size).toBe(0)
    expect((await makePrices([sourceOf({ [latch]: '1' })]).now([latch], 'eth')).size).toBe(0)
  })
})

describe('prices in the past', () => {
  const at = 1_000 * hourMs
  const seen = {
    [coin]: [
      [at - hourMs, '2000'],
      [at, '2500'],
      [at + 2 * hourMs, '3000'],
    ],
    'iso4217:eur': [[at - 50 * hourMs, '1.25']],
  } as const

  test('default', async () => {
    const found = await makePrices([], {}, { seen }).past([{ asset: coin, at: at + 60_000 }], 'usd')
    expect(found).toEqual([{ price: '2500', at, source: 'pool' }])
  })

  test('behavior: nothing within an hour is no price; a dollar was always one', async () => {
    const asks = [
      { asset: coin, at: at + 6 * hourMs },
      { asset: usdc, at: 5 },
      { asset: latch, at },
    ]
    const found = await makePrices([], {}, { seen }).past(asks, 'usd')
    expect(found.map((one) => one?.price)).toEqual([undefined, '1', undefined])
  })

  test('behavior: a spike within the window does not count', async () => {
    const spiky = {
      [coin]: [
        [at, '2500'],
        [at + 1, '2501'],
        [at + 2, '9999'],
        [at + 3, '2502'],
      ],
    } as const
    const found = await makePrices([], { windowMs: 60_000 }, { seen: spiky }).past(
      [{ asset: coin, at: at + 2 }],
      'usd',
    )
    expect(found[0]?.price).toBe('2501')
  })

  test('behavior: other money by the rate of that time, within four days of it, never by that of today', async () => {
    const port = makePrices(
      [],
      { rates: { eur: '0.5' } },
      { seen, upstream: { perUsd: async () => '0.5' } },
    )
    expect((await port.past([{ asset: coin, at }], 'eur'))[0]?.price).toBe('2000')
    expect((await port.past([{ asset: coin, at }], 'gbp'))[0]).toBeUndefined()
    const late = { ...seen, 'iso4217:eur': [[at - 97 * hourMs, '1.25']] as const }
    const without = makePrices(
      [],
      { rates: { eur: '0.5' } },
      { seen: late, upstream: { perUsd: async () => '0.5' } },
    )
    expect((await without.past([{ asset: coin, at }], 'eur'))[0]).toBeUndefined()
  })

  test('behavior: a fixed rate was always so where no upstream says otherwise; ether by what it was', async () => {
    expect(
      (
        await makePrices([], { rates: { eur: '0.5' } }, { seen: { [coin]: [[at, '2500']] } }).past(
          [{ asset: coin, at }],
          'eur',
        )
      )[0]?.price,
    ).toBe('1250')
    expect((await makePrices([], {}, { seen }).past([{ asset: usdc, at }], 'eth'))[0]?.price).toBe(
      '0.0004',
    )
  })

  test('behavior: what happened within the last hour has the price of now where none was recorded, and no older thing', async () => {
    const clock = () => at
    const asks = [
      { asset: latch, at: at - hourMs },
      { asset: latch, at: at - hourMs - 1 },
      { asset: coin, at },
    ]
    const fixed = { rates: { gbp: '0.8' } }
    const found = await makePrices([both], fixed, { seen, now: clock }).past(asks, 'usd')
    expect(found.map((one) => one?.price)).toEqual(['1.25', undefined, '2500'])
    const upstream: RatePort = { perUsd: async () => '0.8' }
    const pounds = await makePrices([both], {}, { seen, now: clock, upstream }).past(asks, 'gbp')
    expect(pounds.map((one) => one?.price)).toEqual(['1', undefined, '2000'])
  })
})
