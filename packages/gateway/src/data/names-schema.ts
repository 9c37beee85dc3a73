import {
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { hexColumn } from './hex-column.ts'

const momentColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Names of the operator's zone; whole, in normal form (ENSIP-15). */
export const names = pgTable(
  'names',
  {
    name: text('name').primaryKey(),
    /** What it looks like at a glance: of two that look alike only one may be there. */
    skeleton: text('skeleton').notNull(),
    /** Who may change it: the address that signed the registration. */
    owner: hexColumn('owner').notNull(),
    /** Only `bio` and `avatar`; checked when written and when read. */
    attributes: jsonb('attributes').$type<Readonly<Record<string, string>>>().notNull(),
    registeredAt: momentColumn('registered_at').notNull(),
    updatedAt: momentColumn('updated_at').notNull(),
    /**
     * Of the newest signed message (seconds since the epoch, as text): an older one changes
     * nothing.
     */
    signedAt: text('signed_at').notNull(),
  },
  (table) => [
    uniqueIndex('names_skeleton').on(table.skeleton),
    index('names_owner').on(table.owner),
  ],
)

/** Where a name leads, by ENSIP-11 coin type in decimal. */
export const nameAddresses = pgTable(
  'name_addresses',
  {
    name: text('name')
      .notNull()
      .references(() => names.name, { onDelete: 'cascade' }),
    coinType: text('coin_type').notNull(),
    address: hexColumn('address').notNull(),
    createdAt: momentColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.name, table.coinType] }),
    index('name_addresses_address').on(table.address),
  ],
)
