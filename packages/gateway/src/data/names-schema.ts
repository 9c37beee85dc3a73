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

/** Names of the operator's zone, in full and normalised (ENSIP-15). */
export const names = pgTable(
  'names',
  {
    name: text('name').primaryKey(),
    /**
     * Canonical form of the name's look: two names that look alike have the same one, and only one
     * of them may exist.
     */
    skeleton: text('skeleton').notNull(),
    /** Owner who may change the name: the address that signed the registration. */
    owner: hexColumn('owner').notNull(),
    /** Only `bio` and `avatar`; checked on writing and on reading. */
    attributes: jsonb('attributes').$type<Readonly<Record<string, string>>>().notNull(),
    registeredAt: momentColumn('registered_at').notNull(),
    updatedAt: momentColumn('updated_at').notNull(),
    /**
     * Time of the newest signed message (seconds since the epoch, as text): an older message
     * changes nothing.
     */
    signedAt: text('signed_at').notNull(),
  },
  (table) => [
    uniqueIndex('names_skeleton').on(table.skeleton),
    index('names_owner').on(table.owner),
  ],
)

/** Addresses that a name resolves to, by ENSIP-11 coin type in decimal. */
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
