import { index, numeric, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const momentColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Recorded US-dollar prices of assets; prices are medians over these points. */
export const pricePoints = pgTable(
  'price_points',
  {
    /** CAIP-19 id, token addresses in lower case; a currency is `iso4217:eur`. */
    asset: text('asset').notNull(),
    at: momentColumn('at').notNull(),
    /** Pool address or upstream that gave the price. */
    source: text('source').notNull(),
    /** US dollars for one whole unit. */
    usd: numeric('usd').notNull(),
  },
  (table) => [primaryKey({ columns: [table.asset, table.at, table.source] }), index().on(table.at)],
)

/** Amount of each currency that equals one US dollar. */
export const currencyRates = pgTable('currency_rates', {
  currency: text('currency').primaryKey(),
  perUsd: numeric('per_usd').notNull(),
  at: momentColumn('at').notNull(),
})
