import { bigint, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { hexColumn } from './hex-column.ts'
import { projects } from './schema.ts'

const momentColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

/** Tokens of the operator for dashboard and programs; only their SHA-256 is kept. */
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
 * What the dashboard changed; wins over the file (decisions, "Operator's configuration"). `value`
 * is checked when read.
 */
export const settings = pgTable('settings', {
  /** Path in the configuration, as `upstreams.etherscan.key`. */
  path: text('path').primaryKey(),
  value: jsonb('value').notNull(),
  changedAt: momentColumn('changed_at').notNull(),
})

/**
 * `event_counts` of whole days that are over, one dimension at a time: months are read from here,
 * hours from there. Rows of the dimension `hour` are of one hour (it stands in `day`), with the
 * code as value: for series by the hour. The row with neither event nor dimension says that the day
 * is complete, and all before it.
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
