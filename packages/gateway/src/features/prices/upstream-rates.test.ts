import { describe, expect, test } from 'vitest'
import type { Currency } from '../../base/config/currencies.ts'
import { formatRatio } from '../../base/money/ratio.ts'
import type { AssetPoint } from './price-points.ts'
import type { KnownRate, RateStore } from './rate-store.ts'
import { upstreamRates } from './upstream-rates.ts'

const now = Date.parse('2026-11-21T12:00:00Z')
/**
 * Shape of `ratesOnDate` in api.frankfurter.dev/v1/openapi.json; figures made up, except that none
 * is a multiple of another.
 */
const rates = { AUD: 1.5321, CAD: 1.3987, EUR: 0.9217, GBP: 0.7903, INR: 84.391, JPY: 154.72 }
const answerOf = (more: object = {}) =>
  JSON.stringify({ amount: 1.0, base: 'USD', date: '2026-11-20', rates, ...more })

function makeStore(): RateStore & { readonly rows: Map<Currency, KnownRate> } {
  const rows = new Map<Currency, KnownRate>()
  return {
    rows,
    readRates: async () => new Map(rows),
    async writeRates(fresh) {
      for (const [currency, rate] of fresh) {
        rows.set(currency, rate)
      }
    },
  }
}

function makeRates(answer: { text: string | (() => Promise<Response>) }, store = makeStore()) {
  const asked: string[] = []
  const logged: string[] = []
  const recorded: AssetPoint[] = []
  const clock = { now }
  const port = upstreamRates({
    upstream: { url: 'https://rates.example/v1', timeoutMs: 200 },
    store,
    points: { record: async (rows) => void recorded.push(...rows) },
    log: { error: (_, message) => logged.push(message) },
    async fetchUpstream(url) {
      asked.push(url)
      return typeof answer.text === 'string' ? new Response(answer.text) : answer.text()
    },
    now: () => clock.now,
    patienceMs: 500,
  })
  return { port, asked, logged, recorded, clock, store }
}

describe('upstreamRates', () => {
  test('default', async () => {
    const { port, asked, recorded } = makeRates({ text: answerOf() })
    const all = ['eur', 'gbp', 'aud', 'cad', 'inr', 'jpy'] as const
    expect(await Promise.all(all.map((currency) => port.perUsd(currency)))).toEqual([
      '0.9217',
      '0.7903',
      '1.5321',
      '1.3987',
      '84.391',
      '154.72',
    ])
    expect(asked).toEqual([
      'https://rates.example/v1/latest?base=USD&symbols=EUR,GBP,AUD,CAD,INR,JPY',
    ])
    expect(recorded.find(({ asset }) => asset === 'iso4217:eur')?.at).toBe(now)
  })

  test('behavior: one fetch an hour for all replicas', async () => {
    const { port, asked, store, clock } = makeRates({ text: answerOf() })
    await port.perUsd('eur')
    clock.now += 3_599_000
    await port.perUsd('eur')
    expect(asked).toHaveLength(1)
    const second = makeRates({ text: answerOf() }, store)
    expect(await second.port.perUsd('eur')).toBe('0.9217')
    expect(second.asked).toHaveLength(0)
    clock.now += 1_001
    await port.perUsd('eur')
    expect(asked).toHaveLength(2)
  })

  test.each<readonly [string, string | (() => Promise<Response>)]>([
    ['another base', answerOf({ base: 'EUR' })],
    ['another amount', answerOf({ amount: 100 })],
    ['an old day', answerOf({ date: '2026-10-20' })],
    ['a day to come', answerOf({ date: '2026-12-20' })],
    ['no day', answerOf({ date: null })],
    ['a negative rate', answerOf({ rates: { EUR: -0.9 } })],
    ['nothing', answerOf({ rates: { EUR: 0 } })],
    ['a huge rate', answerOf({ rates: { EUR: 1e300 } })],
    ['text', answerOf({ rates: { EUR: '0.92' } })],
    ['no rates', answerOf({ rates: null })],
    ['HTML', '<html>'],
    ['NaN', answerOf().replace('0.9217', 'NaN')],
    ['a failure', () => Promise.resolve(new Response(answerOf(), { status: 500 }))],
    ['nothing at all', () => Promise.reject(new TypeError('fetch failed'))],
  ])('behavior: an upstream that answers %s gives no rate', async (_, text) => {
    expect(await makeRates({ text }).port.perUsd('eur')).toBeUndefined()
  })

  test('behavior: a rate that jumps is not believed, the one before holds for two days, and no longer', async () => {
    const answer = { text: answerOf() }
    const { port, clock, logged } = makeRates(answer)
    expect(await port.perUsd('eur')).toBe('0.9217')
    answer.text = answerOf({ rates: { ...rates, EUR: 92.17 } })
    clock.now += 3_600_001
    expect([await port.perUsd('eur'), await port.perUsd('gbp')]).toEqual(['0.9217', '0.7903'])
    expect(logged).toContain('a rate jumped and is not believed')
    answer.text = '<html>'
    clock.now = now + 48 * 3_600_000
    expect(await port.perUsd('eur')).toBe('0.9217')
    clock.now += 1
    expect(await port.perUsd('eur')).toBeUndefined()
  })

  test('behavior: what is kept is what was sent', async () => {
    const { port, store } = makeRates({ text: answerOf() })
    await port.perUsd('jpy')
    expect(formatRatio(store.rows.get('jpy')?.perUsd ?? { num: 0n, den: 1n })).toBe('154.72')
  })
})
