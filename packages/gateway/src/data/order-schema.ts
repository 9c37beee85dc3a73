import {
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { amountColumn } from './amount-column.ts'
import { hexColumn } from './hex-column.ts'
import { projects } from './schema.ts'

const momentColumn = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const projectColumn = () =>
  text('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' })

/**
 * Secrets with which merchants' servers make orders of a project; only the SHA-256 of a secret is
 * stored.
 */
export const projectSecrets = pgTable(
  'project_secrets',
  {
    id: text('id').primaryKey(),
    projectId: projectColumn(),
    label: text('label').notNull(),
    hash: hexColumn('hash').notNull(),
    madeAt: momentColumn('made_at').notNull(),
    usedAt: momentColumn('used_at'),
    revokedAt: momentColumn('revoked_at'),
  },
  (table) => [uniqueIndex('project_secrets_by_hash').on(table.hash)],
)

/** Webhooks of projects: the addresses to which changes of orders are reported. */
export const orderWebhooks = pgTable('order_webhooks', {
  projectId: text('project_id')
    .primaryKey()
    .references(() => projects.id, { onDelete: 'cascade' }),
  url: text('url').notNull(),
  /** Secret with which webhook calls are signed, encrypted with a key of the database. */
  sealedSecret: text('sealed_secret').notNull(),
  changedAt: momentColumn('changed_at').notNull(),
})

/** Orders. The gateway's watcher changes their states when payments arrive. */
export const orders = pgTable(
  'orders',
  {
    id: text('id').primaryKey(),
    projectId: projectColumn(),
    /** The merchant's own id of the order. */
    reference: text('reference'),
    /** SHA-256 of the request that made the order, by which a repeated request is recognised. */
    requestHash: hexColumn('request_hash').notNull(),
    title: text('title'),
    price: jsonb('price').$type<{ amount: string; currency: string }>(),
    state: text('state', {
      enum: ['open', 'sent', 'settled', 'underpaid', 'late', 'expired', 'refunded'],
    }).notNull(),
    createdAt: momentColumn('created_at').notNull(),
    expiresAt: momentColumn('expires_at').notNull(),
    settledAt: momentColumn('settled_at'),
    /** Time when the operator accepted an order although its payment came late or was too small. */
    acceptedAt: momentColumn('accepted_at'),
    refundNote: text('refund_note'),
    refundHash: hexColumn('refund_hash'),
    refundedAt: momentColumn('refunded_at'),
  },
  (table) => [
    uniqueIndex('orders_by_reference').on(table.projectId, table.reference),
    index('orders_by_time').on(table.projectId, table.createdAt, table.id),
    index('orders_by_expiry').on(table.state, table.expiresAt),
  ],
)

/** The ways to pay an order, in the same sequence as in the request. */
export const orderOptions = pgTable(
  'order_options',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    chain: text('chain').notNull(),
    /** CAIP-19 id of the asset, as the merchant wrote it. */
    asset: text('asset').notNull(),
    /** Contract of the token; null for the coin of the chain. */
    token: hexColumn('token'),
    receiver: hexColumn('receiver').notNull(),
    /** The receiver's address, as the merchant wrote it. */
    receiverText: text('receiver_text').notNull(),
    amount: amountColumn('amount').notNull(),
    symbol: text('symbol').notNull(),
    decimals: integer('decimals').notNull(),
    /**
     * Newest block when the order was made. A payment in this block or an earlier one does not
     * count.
     */
    madeAfterBlock: integer('made_after_block').notNull(),
    /** Whether the watcher has read every block from `madeAfterBlock` up to the newest one once. */
    isScanned: boolean('is_scanned').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    index('order_options_by_receiver').on(table.chain, table.receiver),
  ],
)

/**
 * Transactions that pay orders. The primary key makes sure that a transaction pays one order only.
 */
export const orderPayments = pgTable(
  'order_payments',
  {
    chain: text('chain').notNull(),
    hash: hexColumn('hash').notNull(),
    orderId: text('order_id').notNull(),
    /** Position of the option (way to pay) that the transaction pays. */
    position: integer('position').notNull(),
    payer: hexColumn('payer').notNull(),
    /** Amount that arrived at the receiver, in base units. */
    amount: amountColumn('amount').notNull(),
    block: integer('block').notNull(),
    blockHash: hexColumn('block_hash').notNull(),
    minedAt: momentColumn('mined_at').notNull(),
    seenAt: momentColumn('seen_at').notNull(),
    /** Number of confirmations from which the payment counts as settled. */
    needed: integer('needed').notNull(),
    isConfirmed: boolean('is_confirmed').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.chain, table.hash] }),
    foreignKey({
      name: 'order_payments_option_fk',
      columns: [table.orderId, table.position],
      foreignColumns: [orderOptions.orderId, orderOptions.position],
    }).onDelete('cascade'),
    index('order_payments_by_order').on(table.orderId),
  ],
)

/** Transactions that pages have reported as payments of an order; the watcher looks for them. */
export const orderNotices = pgTable(
  'order_notices',
  {
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    chain: text('chain').notNull(),
    hash: hexColumn('hash').notNull(),
    toldAt: momentColumn('told_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.chain, table.hash] }),
    index('order_notices_by_hash').on(table.chain, table.hash),
  ],
)

/** How far the watcher has read each chain. */
export const orderChains = pgTable('order_chains', {
  chain: text('chain').primaryKey(),
  /** Newest block that the watcher knows; confirmations are counted up to it. */
  headBlock: integer('head_block').notNull(),
  /** First block that the watcher has not read yet. */
  nextBlock: integer('next_block').notNull(),
})

/**
 * Changes of orders of which the project's webhook must be notified. A row is written in the same
 * database transaction as the change of the order, so neither exists without the other.
 */
export const orderEvents = pgTable(
  'order_events',
  {
    id: text('id').primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    projectId: projectColumn(),
    at: momentColumn('at').notNull(),
    /** Body of the webhook call, the same at each attempt. */
    body: text('body').notNull(),
    tries: integer('tries').notNull().default(0),
    /** Time of the next attempt; null when there will be no further attempt. */
    dueAt: momentColumn('due_at'),
    /** Time when the webhook's server accepted the call. */
    deliveredAt: momentColumn('delivered_at'),
    /** Result of the newest attempt: an HTTP status, or a description of the failure. */
    lastResult: text('last_result'),
  },
  (table) => [
    index('order_events_by_due').on(table.dueAt),
    index('order_events_by_order').on(table.orderId),
  ],
)
