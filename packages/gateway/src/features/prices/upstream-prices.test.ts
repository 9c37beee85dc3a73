import type { AssetId } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { formatRatio } from '../../base/money/ratio.ts'
import { type UpstreamDependencies, upstreamPrices } from './upstream-prices.ts'

// Answers as CoinGecko documents them.
/** docs.coingecko.com/reference/asset-platforms-list */
const platforms = JSON.stringify([
  {
    id: 'polygon-pos',
    chain_identifier: 137,
    name: 'Polygon POS',
    shortname: 'MATIC',
    native_coin_id: 'matic-network',
    image: {
      thumb:
        'https://coin-images.coingecko.com/asset_platforms/images/15/thumb/polygon_pos.png?1706606645',
    },
  },
])
/** docs.coingecko.com/reference/simple-price */
const simplePrice =
  '{"bitcoin":{"usd":67187.3358936566,"usd_market_cap":1317802988326.25,"usd_24h_vol":31260929299.5248,"usd_24h_change":3.63727894677354,"last_updated_at":1711356300}}'
/** docs.coingecko.com/reference/simple-token-price */
const tokenPrice =
  '{"0x2260fac5e5542a773aa44fbcfedf7c193bc2c599":{"usd":67187.3358936566,"usd_market_cap":1317802988326.25,"usd_24h_vol":31260929299.5248,"usd_24h_change":3.63727894677354,"last_updated_at":1711356300}}'

const documentedAt = 1_711_356_300_000
const bitcoin: AssetId = 'bip122:000000000019d6689c085ae165831e93/slip44:0'
const coin: AssetId = 'eip155:137/slip44:60'
const token: AssetId = 'eip155:137/erc20:0x2260fac5e5542a773aa44fbcfedf7c193bc2c599'

function makeUpstream(
  answers: Record<string, string | (() => Promise<Response>)>,
  more: Partial<UpstreamDependencies> = {},
) {
  const asked: { url: URL; headers: Headers }[] = []
  const logged: string[] = []
  const kept: string[] = []
  const clock = { now: documentedAt + 60_000 }
  const source = upstreamPrices({
    upstream: {
      url: 'https://prices.example/api/v3/',
      chains: ['eip155:137'],
      timeoutMs: 200,
      key: 'secret',
    },
    prices: { windowMs: 0, everyMs: 30_000 },
    isKept: (asset) => asset === bitcoin,
    points: { record: async (rows) => void kept.push(...rows.map(({ asset }) => asset)) },
    log: { error: (fields, message) => logged.push(JSON.stringify({ ...fields, message })) },
    async fetchUpstream(url, init) {
      asked.push({ url: new URL(url), headers: new Headers(init.headers) })
      const answer = answers[new URL(url).pathname.replace('/api/v3/', '')]
      if (answer === undefined) return new Response('', { status: 404 })
      return typeof answer === 'string' ? new Response(answer) : answer()
    },
    now: () => clock.now,
    ...more,
  })
  const usd = async (asset: AssetId) => {
    const point = (await source.pricesNow([asset])).get(asset)
    return point && formatRatio(point.usd)
  }
  return { source, usd, asked, logged, kept, clock }
}

const good = {
  asset_platforms: platforms,
  'simple/price': simplePrice,
  'simple/token_price/polygon-pos': tokenPrice,
}

describe('upstreamPrices', () => {
  test('default', async () => {
    const { source, asked, kept } = makeUpstream(good)
    const found = await source.pricesNow([bitcoin, coin, token, 'eip155:1/slip44:60'])
    expect([...found.keys()]).toEqual([bitcoin, token])
    expect(found.get(token)).toMatchObject({ source: 'upstream' })
    expect(formatRatio(found.get(bitcoin)?.usd ?? { num: 0n, den: 1n })).toBe('67187.3358936566')
    const [, prices, tokens] = asked.map(({ url }) => url)
    expect(prices?.searchParams.get('ids')).toBe('bitcoin,matic-network')
    expect(tokens?.searchParams.get('contract_addresses')).toBe(
      '0x2260fac5e5542a773aa44fbcfedf7c193bc2c599',
    )
    expect(kept).toEqual([bitcoin])
  })

  test('behavior: the key stands in a header, by the host, never in an address', async () => {
    const { usd, asked } = makeUpstream(good)
    await usd(token)
    expect(asked.every(({ url }) => !url.href.includes('secret'))).toBe(true)
    expect(asked.every(({ headers }) => headers.get('x-cg-demo-api-key') === 'secret')).toBe(true)
    const upstream = {
      url: 'https://pro-prices.example/api/v3',
      chains: ['eip155:137'] as const,
      timeoutMs: 200,
    }
    const pro = makeUpstream(good, {
      upstream: { ...upstream, chains: [...upstream.chains], key: 'secret' },
    })
    await pro.usd(token)
    expect(pro.asked.every(({ headers }) => headers.get('x-cg-pro-api-key') === 'secret')).toBe(
      true,
    )
  })

  test('behavior: an asset is asked for once in everyMs, by many at once too', async () => {
    const { usd, asked, clock } = makeUpstream(good)
    expect(await Promise.all([usd(bitcoin), usd(bitcoin)])).toEqual([
      '67187.3358936566',
      '67187.3358936566',
    ])
    await usd(bitcoin)
    expect(asked).toHaveLength(1)
    clock.now += 30_001
    await usd(bitcoin)
    expect(asked).toHaveLength(2)
  })

  const price = (usd: string, at = 1_711_356_300) =>
    `{"bitcoin":{"usd":${usd},"last_updated_at":${at}}}`
  test.each<readonly [string, string | (() => Promise<Response>)]>([
    ['a negative price', price('-67187.3')],
    ['nothing', price('0')],
    ['a huge price', price('1e300')],
    ['a price beyond all money', price('1000000000001')],
    ['dust', price('1e-40')],
    ['NaN', price('NaN')],
    ['Infinity', price('1e999')],
    ['text', price('"67187.3"')],
    ['null', price('null')],
    ['an old price', price('67187.3', 1_711_356_300 - 90_000)],
    ['a price of tomorrow', price('67187.3', 1_711_356_300 + 90_000)],
    ['a price without a time', '{"bitcoin":{"usd":67187.3}}'],
    ['another coin', '{"ethereum":{"usd":67187.3,"last_updated_at":1711356300}}'],
    ['HTML', '<!doctype html><title>Just a moment</title>'],
    ['a list', '[1]'],
    ['an empty body', ''],
    ['too much', () => Promise.resolve(new Response(' '.repeat(5_000_000)))],
    ['too many requests', () => Promise.resolve(new Response(simplePrice, { status: 429 }))],
    ['nothing at all', () => Promise.reject(new TypeError('fetch failed'))],
  ])('behavior: an upstream that answers %s gives no price', async (_, answer) => {
    const { usd } = makeUpstream({ ...good, 'simple/price': answer })
    expect(await usd(bitcoin)).toBeUndefined()
  })

  test('behavior: prices of a platform that is not the chain asked for are not taken', async () => {
    const { usd } = makeUpstream({ ...good, asset_platforms: platforms.replace('137', '138') })
    expect(await usd(token)).toBeUndefined()
    const shifted = tokenPrice.replace('0x2260', '0x2261')
    expect(
      await makeUpstream({ ...good, 'simple/token_price/polygon-pos': shifted }).usd(token),
    ).toBeUndefined()
  })

  test('behavior: what was not asked for does not hinder what was', async () => {
    const more = simplePrice.replace('{', '{"ethereum":{"usd":1,"last_updated_at":1711356300},')
    expect(await makeUpstream({ ...good, 'simple/price': more }).usd(bitcoin)).toBe(
      '67187.3358936566',
    )
  })

  test('behavior: one that failed is left alone for a while, and a known price holds while it is news', async () => {
    const answers: Record<string, string> = { ...good }
    const { usd, asked, clock, logged } = makeUpstream(answers)
    expect(await usd(bitcoin)).toBe('67187.3358936566')
    answers['simple/price'] = '<html>'
    clock.now += 30_001
    expect(await usd(bitcoin)).toBe('67187.3358936566')
    expect([asked.length, logged.length]).toEqual([2, 1])
    clock.now += 29_000
    await usd(coin)
    expect(asked).toHaveLength(2)
    clock.now += 90_001
    expect(await usd(bitcoin)).toBeUndefined()
  })

  test('behavior: one lie in a window of truths changes nothing', async () => {
    const answers: Record<string, string> = { ...good }
    const { usd, clock } = makeUpstream(answers, { prices: { windowMs: 300_000, everyMs: 30_000 } })
    const step = async (text: string) => {
      clock.now += 30_001
      answers['simple/price'] = text
      return usd(bitcoin)
    }
    expect(await step(price('100'))).toBe('100')
    expect(await step(price('101'))).toBe('100')
    expect(await step(price('999999999999'))).toBe('101')
  })

  test('behavior: a slow one is waited for as long as there is patience', async () => {
    const never = () => new Promise<Response>(() => undefined)
    const { usd } = makeUpstream({ ...good, 'simple/price': never }, { patienceMs: 20 })
    expect(await usd(bitcoin)).toBeUndefined()
  })
})
