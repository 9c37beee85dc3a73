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

/**
 * Analytics events of pages, with the account address hashed; they are kept for the configured
 * number of days.
 */
export const events = pgTable(
  'events',
  {
    projectId: projectId(),
    /** Event id that the page chose: a second delivery changes nothing. */
    id: uuid('id').notNull(),
    /** When the gateway received the event; the page's clock is not trusted. */
    at: momentColumn('at').notNull(),
    type: text('type', { enum: ['track', 'error'] }).notNull(),
    /** Event name, such as `MODAL_OPEN`. */
    event: text('event').notNull(),
    /** Random id of one page visit: the page creates it and loses it when it closes. */
    visit: uuid('visit'),
    /** Keyed hash of the account address, 16 bytes; null without an account. */
    accountHash: hexColumn('account_hash'),
    /** Account address in clear; only stored when the project's owner enabled that. */
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
 * Secret keys of the keyed hashes in this database. They are created once, never logged and never
 * part of an answer. The key `account` hashes the account addresses of events; without the key
 * those hashes reveal nothing.
 */
export const analyticsKeys = pgTable('analytics_keys', {
  name: text('name').primaryKey(),
  key: hexColumn('key').notNull(),
})

/**
 * Event counts per hour, written together with the events. The dashboard reads them until the
 * counts of the day are summed. A column that does not apply is ''.
 */
export const eventCounts = pgTable(
  'event_counts',
  {
    projectId: projectId(),
    hour: momentColumn('hour').notNull(),
    event: text('event').notNull(),
    wallet: text('wallet').notNull(),
    namespace: text('namespace').notNull(),
    /** Way to connect: one of mobile, desktop, browser, web, qrcode, email, unsupported. */
    platform: text('platform').notNull(),
    /**
     * Kind of device: one of phone, tablet, desktop, as the page reports it; nothing more exact is
     * stored.
     */
    device: text('device').notNull(),
    /** Error code that the event reports. */
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
 * Furthest step that the visit reached: 1 opened the modal, 2 chose a wallet, 3 the wallet was
 * asked or a code was shown, 4 connected, 5 signed in.
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
 * Number of visits by day and furthest step. It is updated in one transaction with `visits`, so
 * that the dashboard's funnel needs no count over all visits.
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
