import { jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { hexColumn } from './hex-column.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Tokens of the operator for dashboard and programs; only their SHA-256 is kept. */
export const operatorKeys = pgTable('operator_keys', {
  id: text('id').primaryKey(),
  label: text('label').notNull(),
  hash: hexColumn('hash').notNull(),
  scope: text('scope', { enum: ['read', 'write'] }).notNull(),
  madeAt: moment('made_at').notNull(),
  usedAt: moment('used_at'),
  revokedAt: moment('revoked_at'),
})

/** What the dashboard changed; wins over the file (decisions, "Operator's configuration"). `value` is checked when read. */
export const settings = pgTable('settings', {
  /** Path in the configuration, as `upstreams.etherscan.key`. */
  path: text('path').primaryKey(),
  value: jsonb('value').notNull(),
  changedAt: moment('changed_at').notNull(),
})
