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

/** Names that are registered in the operator's zone, in full and normalised (ENSIP-15). */
export const names = pgTable(
  'names',
  {
    name: text('name').primaryKey(),
    /**
     * The name with look-alike characters replaced by one of them: two names that look alike have
     * the same value, and only one of them may exist.
     */
    skeleton: text('skeleton').notNull(),
    /** Address that owns the name and may change it: it signed the registration. */
    owner: hexColumn('owner').notNull(),
    /**
     * Public texts of the name: only `bio` and `avatar`; they are checked on writing and on
     * reading.
     */
    attributes: jsonb('attributes').$type<Readonly<Record<string, string>>>().notNull(),
    registeredAt: momentColumn('registered_at').notNull(),
    updatedAt: momentColumn('updated_at').notNull(),
    /**
     * Time of the newest message that the owner signed to change the name (seconds since the epoch,
     * as text). A message that is not newer changes nothing.
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
