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

/**
 * Configuration values that the dashboard changed; they take precedence over the configuration
 * file. `value` is checked on reading.
 */
export const settings = pgTable('settings', {
  /** Path of the value in the configuration, such as `upstreams.etherscan.key`. */
  path: text('path').primaryKey(),
  value: jsonb('value').notNull(),
  changedAt: momentColumn('changed_at').notNull(),
})

/**
 * Event counts of complete days, summed from `event_counts` for one dimension per row. Charts over
 * months read this table, charts over hours read `event_counts`. In rows of dimension `hour`, `day`
 * is the start of one hour and `value` is the error code. A row with neither event nor dimension
 * says that its day and all days before it are complete.
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
