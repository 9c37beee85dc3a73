import { bigint, index, pgTable, text } from 'drizzle-orm/pg-core'
import { vaultAccounts } from './vault-schema.ts'

/**
 * Encrypted messages between the vault's frame in a page and a window of the vault, both of one
 * account; kept for ten minutes.
 */
export const vaultRelay = pgTable(
  'vault_relay',
  {
    /**
     * Number that rises with each message. The writer assigns it, because a backup does not contain
     * database sequences.
     */
    seq: bigint('seq', { mode: 'number' }).primaryKey(),
    /** SHA-256 of the account, the id of the exchange and the receiving side. */
    box: text('box').notNull(),
    accountId: text('account_id')
      .notNull()
      .references(() => vaultAccounts.id, { onDelete: 'cascade' }),
    /** Thumbprint of the sender's key. */
    device: text('device').notNull(),
    text: text('text').notNull(),
    /** Time when the message expires, in milliseconds since the epoch. */
    expiresAt: bigint('expires_at', { mode: 'number' }).notNull(),
  },
  (table) => [
    index('vault_relay_by_box').on(table.box, table.seq),
    index('vault_relay_by_expiry').on(table.expiresAt),
    index('vault_relay_of_account').on(table.accountId),
  ],
)
