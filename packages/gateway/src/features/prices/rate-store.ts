import { sql } from 'drizzle-orm'
import { type Currency, currencies } from '../../base/config/currencies.ts'
import { formatRatio, parseRatio, type Ratio } from '../../base/money/ratio.ts'
import { currencyRates } from '../../data/price-schema.ts'
import type { Sql } from '../../data/sql.ts'

export interface KnownRate {
  /** Amount of the currency that equals one US dollar. */
  readonly perUsd: Ratio
  /** Time when the rate was fetched, in milliseconds since the epoch. */
  readonly at: number
}

/** The newest exchange rates, shared by all replicas. */
export interface RateStore {
  readRates(): Promise<ReadonlyMap<Currency, KnownRate>>
  writeRates(rates: ReadonlyMap<Currency, KnownRate>): Promise<void>
}

/** Stores exchange rates in the table `currency_rates`. */
export function databaseRates(db: Sql): RateStore {
  return {
    async readRates() {
      const rows = await db.select().from(currencyRates)
      return new Map(
        rows.flatMap((row): readonly (readonly [Currency, KnownRate])[] => {
          const currency = currencies.find((one) => one === row.currency)
          const perUsd = parseRatio(row.perUsd)
          return currency && perUsd && perUsd.num > 0n
            ? [[currency, { perUsd, at: row.at.getTime() }]]
            : []
        }),
      )
    },
    async writeRates(rates) {
      const rows = [...rates].map(([currency, { perUsd, at }]) => ({
        currency,
        perUsd: formatRatio(perUsd),
        at: new Date(at),
      }))
      if (rows.length === 0) return
      await db
        .insert(currencyRates)
        .values(rows)
        .onConflictDoUpdate({
          target: currencyRates.currency,
          set: { perUsd: sql`excluded.per_usd`, at: sql`excluded.at` },
          setWhere: sql`${currencyRates.at} < excluded.at`,
        })
    },
  }
}
