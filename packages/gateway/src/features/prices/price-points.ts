import { and, gte, inArray, lt, sql } from 'drizzle-orm'
import { formatRatio, parseRatio } from '../../base/money/ratio.ts'
import { pricePoints } from '../../data/price-schema.ts'
import type { Sql } from '../../data/sql.ts'
import type { PricePoint } from './median.ts'

/** A recorded price of an asset, or of a currency (`iso4217:eur`). */
export type AssetPoint = PricePoint & { readonly asset: string }

/** The recorded prices, in the database that all replicas share. */
export interface PricePoints {
  /** Records points; an existing point of the same asset, source and time stays as it is. */
  record(points: readonly AssetPoint[]): Promise<void>
  since(assets: readonly string[], at: number): Promise<readonly AssetPoint[]>
  /**
   * Returns, for each request, the recorded prices within `withinMs` milliseconds of its time,
   * nearest first, at most `maxPointsPerRequest` of them.
   */
  near(
    requests: readonly { readonly asset: string; readonly at: number }[],
    withinMs: number,
  ): Promise<readonly (readonly PricePoint[])[]>
  /**
   * Reduces prices older than `fineMs` to one per hour, their median, and deletes prices older than
   * `keepMs`.
   */
  thinOut(now: number, fineMs: number, keepMs: number): Promise<void>
}

const maxPointsPerRequest = 25

/** Stores recorded prices in the table `price_points`. */
export function databasePoints(db: Sql): PricePoints {
  return {
    async record(points) {
      const rows = points.map(({ asset, at, source, usd }) => ({
        asset,
        at: new Date(at),
        source,
        usd: formatRatio(usd),
      }))
      for (let batchStart = 0; batchStart < rows.length; batchStart += 1_000) {
        await db
          .insert(pricePoints)
          .values(rows.slice(batchStart, batchStart + 1_000))
          .onConflictDoNothing()
      }
    },
    async since(assets, at) {
      if (assets.length === 0) return []
      const rows = await db
        .select()
        .from(pricePoints)
        .where(and(inArray(pricePoints.asset, [...assets]), gte(pricePoints.at, new Date(at))))
      return rows.flatMap(readPoint)
    },
    async near(requests, withinMs) {
      if (requests.length === 0) return []
      const values = requests.map(
        ({ asset, at }, index) =>
          sql`(${index}::int, ${asset}::text, ${new Date(at).toISOString()}::timestamptz)`,
      )
      const maxDistance = sql`${`${withinMs} milliseconds`}::interval`
      const { rows } = (await db.execute(sql`
        select ask.place, point.at, point.source, point.usd::text as usd
        from (values ${sql.join(values, sql`, `)}) as ask (place, asset, at)
        cross join lateral (
          select ${pricePoints.at} as at, ${pricePoints.source} as source, ${pricePoints.usd} as usd from ${pricePoints}
          where ${pricePoints.asset} = ask.asset
            and ${pricePoints.at} between ask.at - ${maxDistance} and ask.at + ${maxDistance}
          order by abs(extract(epoch from ${pricePoints.at} - ask.at)), ${pricePoints.source}
          limit ${maxPointsPerRequest}
        ) as point`)) as unknown as {
        rows: readonly { place: number; at: string | Date; source: string; usd: string }[]
      }
      const nearPoints = rows.map((row) => ({
        place: row.place,
        points: readPoint({ ...row, asset: '', at: new Date(row.at) }),
      }))
      return requests.map((_, index) =>
        nearPoints.flatMap((one) => (one.place === index ? one.points : [])),
      )
    },
    async thinOut(now, fineMs, keepMs) {
      await db.delete(pricePoints).where(lt(pricePoints.at, new Date(now - keepMs)))
      const cutoff = new Date(now - fineMs).toISOString()
      await db.execute(sql`
        with ranked as (
          select asset, at, source, count(*) over hour as many,
            row_number() over (partition by asset, source, date_trunc('hour', at) order by usd, at) as place
          from price_points where at < date_trunc('hour', ${cutoff}::timestamptz)
          window hour as (partition by asset, source, date_trunc('hour', at))
        )
        delete from price_points using ranked
        where price_points.asset = ranked.asset and price_points.at = ranked.at and price_points.source = ranked.source
          and ranked.place <> (ranked.many + 1) / 2`)
    },
  }
}

function readPoint(row: {
  asset: string
  at: Date
  source: string
  usd: string
}): readonly AssetPoint[] {
  const usd = parseRatio(row.usd)
  return usd && usd.num > 0n
    ? [{ asset: row.asset, at: row.at.getTime(), source: row.source, usd }]
    : []
}
