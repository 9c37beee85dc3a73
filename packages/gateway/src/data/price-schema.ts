import { index, numeric, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const momentColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/**
 * Recorded US-dollar prices of assets; the price that the gateway shows is the median of several
 * rows.
 */
export const pricePoints = pgTable(
  'price_points',
  {
    /** CAIP-19 id of the asset, with token addresses in lower case; a currency is `iso4217:eur`. */
    asset: text('asset').notNull(),
    at: momentColumn('at').notNull(),
    /** Source of the price: a pool address, or the name of an external price service. */
    source: text('source').notNull(),
    /** Price of one whole unit in US dollars. */
    usd: numeric('usd').notNull(),
  },
  (table) => [primaryKey({ columns: [table.asset, table.at, table.source] }), index().on(table.at)],
)

/** Exchange rates: the amount of each currency that equals one US dollar. */
export const currencyRates = pgTable('currency_rates', {
  currency: text('currency').primaryKey(),
  perUsd: numeric('per_usd').notNull(),
  at: momentColumn('at').notNull(),
})
