import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core'
import { hexColumn } from './hex-column.ts'
import { projects } from './schema.ts'

const momentColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const projectId = () =>
  text('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' })

/** Events of pages as they came, the address hashed; kept for the operator's number of days. */
export const events = pgTable(
  'events',
  {
    projectId: projectId(),
    /** The page's own id of it: a second delivery changes nothing. */
    id: uuid('id').notNull(),
    /** When it came; the page's clock is not believed. */
    at: momentColumn('at').notNull(),
    type: text('type', { enum: ['track', 'error'] }).notNull(),
    /** `MODAL_OPEN`, … */
    event: text('event').notNull(),
    /** One visit of one page: made up by the page, gone with it. */
    visit: uuid('visit'),
    /** Keyed hash of the address, 16 bytes; null where there was none. */
    accountHash: hexColumn('account_hash'),
    /** In clear only where the owner says so. */
    address: text('address'),
    domain: text('domain').notNull(),
    properties: jsonb('properties').$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index().on(table.projectId, table.at),
  ],
)

/**
 * What is hashed with: made once, never logged, in no answer. `account` hashes addresses of events:
 * without it those hashes say nothing.
 */
export const analyticsKeys = pgTable('analytics_keys', {
  name: text('name').primaryKey(),
  key: hexColumn('key').notNull(),
})

/**
 * How often what happened, by hour: what the dashboard draws until the day is summed. Written with
 * the events. '' where it does not apply.
 */
export const eventCounts = pgTable(
  'event_counts',
  {
    projectId: projectId(),
    hour: momentColumn('hour').notNull(),
    event: text('event').notNull(),
    wallet: text('wallet').notNull(),
    namespace: text('namespace').notNull(),
    /** mobile, desktop, browser, web, qrcode. */
    platform: text('platform').notNull(),
    /** phone, tablet, desktop: from the page, never finer. */
    device: text('device').notNull(),
    /** Error code. */
    code: text('code').notNull(),
    count: bigint('count', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({
      columns: [
        table.projectId,
        table.hour,
        table.event,
        table.wallet,
        table.namespace,
        table.platform,
        table.device,
        table.code,
      ],
    }),
  ],
)

/**
 * How far a visit came: 1 opened, 2 chose a wallet, 3 the wallet was asked or a code shown, 4
 * connected, 5 signed in.
 */
export const visits = pgTable(
  'visits',
  {
    projectId: projectId(),
    id: uuid('id').notNull(),
    startedAt: momentColumn('started_at').notNull(),
    furthest: smallint('furthest').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.id] }),
    index().on(table.projectId, table.startedAt),
  ],
)

/**
 * Visits by day and furthest step, kept with `visits` in one transaction: a funnel without counting
 * visits.
 */
export const visitCounts = pgTable(
  'visit_counts',
  {
    projectId: projectId(),
    day: momentColumn('day').notNull(),
    furthest: smallint('furthest').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.projectId, table.day, table.furthest] })],
)
