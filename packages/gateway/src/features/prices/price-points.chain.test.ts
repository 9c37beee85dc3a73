import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { formatRatio, parseRatio, type Ratio } from '../../base/money/ratio.ts'
import { pricePoints } from '../../data/price-schema.ts'
import type { Database } from '../../data/sql.ts'
import { describeDatabases } from '../../test/describe-databases.ts'
import { databasePoints } from './price-points.ts'
import { databaseRates } from './rate-store.ts'

const coin = 'eip155:1/slip44:60'
const hourMs = 3_600_000
/** On a full hour. */
const start = Date.parse('2026-01-05T00:00:00Z')
const usd = (text: string): Ratio => parseRatio(text) as Ratio

describeDatabases('price points', (open) => {
  const made: { database?: Database } = {}
  const db = () => (made.database as Database).db
  beforeAll(async () => {
    made.database = await open()
  })
  beforeEach(() => db().delete(pricePoints))

  test('default', async () => {
    const points = databasePoints(db())
    const digits = '2500.12345678901234567890123456789012'
    await points.record([{ asset: coin, at: start, source: 'a', usd: usd(digits) }])
    await points.record([{ asset: coin, at: start, source: 'a', usd: usd('1') }])
    const [point] = await points.since([coin, 'other'], start)
    expect(point && { ...point, usd: formatRatio(point.usd, 60) }).toEqual({
      asset: coin,
      at: start,
      source: 'a',
      usd: digits,
    })
    expect(await points.since([coin], start + 1)).toEqual([])
    expect(await points.since([], 0)).toEqual([])
  })

  test('behavior: the nearest come first, each ask by itself, none from further away', async () => {
    const points = databasePoints(db())
    await points.record(
      [0, 10, 20, 5_000].map((minutes) => ({
        asset: coin,
        at: start + minutes * 60_000,
        source: 'a',
        usd: usd('1'),
      })),
    )
    const minute = (at: number) => start + at * 60_000
    const found = await points.near(
      [
        { asset: coin, at: minute(12) },
        { asset: 'other', at: minute(12) },
        { asset: coin, at: minute(5_061) },
        { asset: coin, at: minute(5_060) },
      ],
      hourMs,
    )
    expect(found.map((list) => list.map(({ at }) => (at - start) / 60_000))).toEqual([
      [10, 20, 0],
      [],
      [],
      [5_000],
    ])
    expect(await points.near([], hourMs)).toEqual([])
  })

  test('behavior: thinned out, an hour keeps its median, a spike is what goes, and the oldest are gone', async () => {
    const points = databasePoints(db())
    const rows = (hour: number, prices: readonly string[], source = 'a') =>
      prices.map((price, at) => ({
        asset: coin,
        at: start + hour * hourMs + at * 60_000,
        source,
        usd: usd(price),
      }))
    await points.record([
      ...rows(0, ['10', '999999', '11', '12', '1']),
      ...rows(0, ['50', '51'], 'b'),
      ...rows(1, ['20']),
      ...rows(5, ['30', '31', '32']),
      ...rows(-1_000, ['7']),
    ])
    const now = start + 6 * hourMs
    await points.thinOut(now, hourMs, 500 * hourMs)
    await points.thinOut(now, hourMs, 500 * hourMs)
    const left = [...(await points.since([coin], 0))].sort(
      (a, b) => a.at - b.at || a.source.localeCompare(b.source),
    )
    expect(left.map((point) => `${point.source} ${formatRatio(point.usd)}`)).toEqual([
      'b 50',
      'a 11',
      'a 20',
      'a 30',
      'a 31',
      'a 32',
    ])
  })

  test('behavior: a row that somebody else wrote and that is no price is passed over', async () => {
    await db().execute(
      sql`insert into price_points values (${coin}, now(), 'x', 'NaN'), (${coin}, now(), 'y', -5)`,
    )
    expect(await databasePoints(db()).since([coin], 0)).toEqual([])
  })

  test('behavior: of two replicas the later rate stays', async () => {
    const rates = databaseRates(db())
    const at = (time: number, rate: string) =>
      rates.writeRates(new Map([['eur', { perUsd: usd(rate), at: time }]]))
    await at(start, '0.92')
    await at(start + 1, '0.93')
    await at(start - 1, '0.5')
    expect([...(await rates.readRates())]).toEqual([
      ['eur', { perUsd: usd('0.93'), at: start + 1 }],
    ])
  })
})
