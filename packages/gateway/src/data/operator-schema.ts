import { bigint, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { hexColumn } from './hex-column.ts'
import { projects } from './schema.ts'

const momentColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Tokens of the operator for the dashboard and for programs; only their SHA-256 is stored. */
export const operatorKeys = pgTable('operator_keys', {
  id: text('id').primaryKey(),
  label: text('label').notNull(),
  hash: hexColumn('hash').notNull(),
  scope: text('scope', { enum: ['read', 'write'] }).notNull(),
  madeAt: momentColumn('made_at').notNull(),
  usedAt: momentColumn('used_at'),
  revokedAt: momentColumn('revoked_at'),
})

/** Values that the dashboard changed; they win over the file. `value` is checked on reading. */
export const settings = pgTable('settings', {
  /** Path in the configuration, such as `upstreams.etherscan.key`. */
  path: text('path').primaryKey(),
  value: jsonb('value').notNull(),
  changedAt: momentColumn('changed_at').notNull(),
})

/**
 * `event_counts` summed over complete days, one dimension per row: views of months read this table,
 * views of hours read `event_counts`. Rows of dimension `hour` count a single hour: column `day`
 * contains the hour, column `value` the error code. Hourly series are made from these rows. A row
 * with neither event nor dimension marks the day, and all days before it, as complete.
 */
export const eventDays = pgTable(
  'event_days',
  {
    projectId: text('project_id')
      .notNull()
      .references(() => projects.id, { onDelete: 'cascade' }),
    day: momentColumn('day').notNull(),
    event: text('event').notNull(),
    dimension: text('dimension', {
      enum: ['', 'wallet', 'namespace', 'platform', 'device', 'code', 'hour'],
    }).notNull(),
    value: text('value').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.projectId, table.day, table.event, table.dimension, table.value],
    }),
  ],
)
