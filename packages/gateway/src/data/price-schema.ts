import { index, numeric, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'

const momentColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** What one unit of an asset was worth, as seen; medians are taken over these. */
export const pricePoints = pgTable(
  'price_points',
  {
    /** CAIP-19, token addresses in lower case; a currency as `iso4217:eur`. */
    asset: text('asset').notNull(),
    at: momentColumn('at').notNull(),
    /** Pool address or upstream it came from. */
    source: text('source').notNull(),
    /** US dollars for one whole unit. */
    usd: numeric('usd').notNull(),
  },
  (table) => [primaryKey({ columns: [table.asset, table.at, table.source] }), index().on(table.at)],
)

/** How much of a currency one US dollar is. */
export const currencyRates = pgTable('currency_rates', {
  currency: text('currency').primaryKey(),
  perUsd: numeric('per_usd').notNull(),
  at: momentColumn('at').notNull(),
})
