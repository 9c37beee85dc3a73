import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { vaultAccounts } from './vault-schema.ts'

/**
 * What a frame and a window of one account told each other, sealed between them; for ten minutes.
 */
export const vaultRelay = pgTable(
  'vault_relay',
  {
    /** Rises; given out by whoever writes, since a sequence of the database is in no back-up. */
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    /** SHA-256 of account, id and end. */
    box: text('box').notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => vaultAccounts.id, { onDelete: 'cascade' }),
    /** Thumbprint of the key that told it. */
    device: text('device').notNull(),
    text: text('text').notNull(),
    /** Milliseconds since the epoch. */
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('vault_relay_by_box').on(table.box, table.seq),
    index('vault_relay_by_expiry').on(table.expiresAt),
    index('vault_relay_of_account').on(table.accountId),
  ],
)
