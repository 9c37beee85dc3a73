import type { RecoveryMethod, WalletPublics } from '@latchkey/protocol/vault'
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'

/** Milliseconds since the epoch. */
const epochColumn = (name: string) => bigint(name, { mode: 'number' })

const accountId = () =>
  text('account_id')
    .notNull()
    .references(() => vaultAccounts.id, { onDelete: 'cascade' })

/** What the key service sealed for use by every replica, as the pepper of codes. */
export const vaultSecrets = pgTable('vault_secrets', {
  name: text('name').primaryKey(),
  sealed: text('sealed').notNull(),
})

export const vaultAccounts = pgTable('vault_accounts', {
  id: text('id').primaryKey(),
  createdAt: epochColumn('created_at').notNull(),
  /** Once set, never changed: what every rebuilt key is compared with. */
  publics: jsonb('publics').$type<WalletPublics>(),
  /**
   * Asks for a password's pepper since the last recovery that worked, and until when there is none.
   */
  pepperAsks: integer('pepper_asks').notNull().default(0),
  pepperLockedUntil: epochColumn('pepper_locked_until').notNull().default(0),
  /** Since when its owner has stopped everything; null while nothing is stopped. */
  frozenAt: epochColumn('frozen_at'),
})

/** Ways to prove who somebody is; never joined by an equal address. */
export const vaultIdentities = pgTable(
  'vault_identities',
  {
    kind: text('kind').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    accountId: accountId(),
    label: text('label').notNull(),
    /** What its provider says it has confirmed: notices go there, and nothing else does. */
    email: text('email'),
    createdAt: epochColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.issuer, table.subject] }),
    index('vault_identities_of_account').on(table.accountId),
  ],
)

/**
 * Partitions of browsers, by the thumbprint of their key; one may be a device of several accounts.
 */
export const vaultDevices = pgTable(
  'vault_devices',
  {
    accountId: accountId(),
    id: text('id').notNull(),
    project: text('project').notNull(),
    /** Null for the vault's own windows. */
    site: text('site'),
    label: text('label').notNull(),
    createdAt: epochColumn('created_at').notNull(),
    usedAt: epochColumn('used_at').notNull(),
    revokedAt: epochColumn('revoked_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
)

/** Codes that were mailed: as HMAC under the pepper, bound to this challenge. */
export const vaultChallenges = pgTable(
  'vault_challenges',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose', {
      enum: ['email', 'device', 'change-old', 'change-new', 'prove'],
    }).notNull(),
    /** Thumbprint of the key that asked. */
    device: text('device').notNull(),
    project: text('project').notNull(),
    site: text('site'),
    label: text('label').notNull(),
    /** Where the code went. */
    email: text('email').notNull(),
    /** Of `device`, `change-*` and `prove`. */
    accountId: text('account_id').references(() => vaultAccounts.id, { onDelete: 'cascade' }),
    /** Of `change-old`: the address that is wanted. */
    wanted: text('wanted'),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    sentAt: epochColumn('sent_at').notNull(),
    expiresAt: epochColumn('expires_at').notNull(),
    usedAt: epochColumn('used_at'),
  },
  (table) => [index('vault_challenges_by_expiry').on(table.expiresAt)],
)

/**
 * A token is `id` and a secret; only the hash of the newest secret is kept, and of the one before
 * for a moment.
 */
export const vaultSessions = pgTable(
  'vault_sessions',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    device: text('device').notNull(),
    rotation: integer('rotation').notNull().default(0),
    hash: text('hash').notNull(),
    previousHash: text('previous_hash'),
    rotatedAt: epochColumn('rotated_at').notNull(),
    provedAt: epochColumn('proved_at').notNull(),
    expiresAt: epochColumn('expires_at').notNull(),
  },
  (table) => [
    index('vault_sessions_of_account').on(table.accountId),
    index('vault_sessions_by_expiry').on(table.expiresAt),
  ],
)

/** One split a device; `device` is null once it is nobody's and only a recovery may use it up. */
export const vaultSplits = pgTable(
  'vault_splits',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    device: text('device'),
    /** The account's splits in their order, from 1. */
    serial: integer('serial').notNull(),
    /** The sign-in share under the key service. */
    share: text('share').notNull(),
    createdAt: epochColumn('created_at').notNull(),
  },
  (table) => [uniqueIndex('vault_splits_in_order').on(table.accountId, table.serial)],
)

export const vaultMethods = pgTable(
  'vault_methods',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    /** With the wallet's word for it (`vouch`). */
    method: jsonb('method').$type<RecoveryMethod & { readonly vouch?: string }>().notNull(),
    createdAt: epochColumn('created_at').notNull(),
  },
  (table) => [index('vault_methods_of_account').on(table.accountId)],
)

/** The recovery share of a split, sealed to one method. */
export const vaultRecoveries = pgTable(
  'vault_recoveries',
  {
    splitId: text('split_id')
      .notNull()
      .references(() => vaultSplits.id, { onDelete: 'cascade' }),
    methodId: text('method_id')
      .notNull()
      .references(() => vaultMethods.id, { onDelete: 'cascade' }),
    sealed: text('sealed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.splitId, table.methodId] })],
)

/**
 * Devices without a share that ask the operator's key service to open the wallet there: one request
 * a device.
 */
export const vaultRequests = pgTable(
  'vault_requests',
  {
    accountId: accountId(),
    device: text('device').notNull(),
    /** What the visitor tells the operator, so that the right one of several is confirmed. */
    number: text('number').notNull(),
    askedAt: epochColumn('asked_at').notNull(),
    /** When the operator said that this is the owner. */
    confirmedAt: epochColumn('confirmed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.device] }),
    uniqueIndex('vault_requests_by_number').on(table.number),
  ],
)

/** Links of notices, by the SHA-256 of what the mail holds. */
export const vaultLinks = pgTable(
  'vault_links',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    what: text('what', { enum: ['freeze', 'stop-recovery'] }).notNull(),
    /** The device that the notice was about. */
    device: text('device').notNull(),
    expiresAt: epochColumn('expires_at').notNull(),
  },
  (table) => [
    index('vault_links_by_expiry').on(table.expiresAt),
    index('vault_links_of_account').on(table.accountId, table.what),
  ],
)

/** What was done, kept when the account is gone: no secret, no code, no address. */
export const vaultAudit = pgTable(
  'vault_audit',
  {
    id: text('id').primaryKey(),
    at: epochColumn('at').notNull(),
    account: text('account'),
    device: text('device'),
    what: text('what').notNull(),
    code: text('code'),
  },
  (table) => [
    index('vault_audit_of_account').on(table.account, table.at),
    index('vault_audit_in_order').on(table.at, table.id),
  ],
)

/** Proofs of possession that were used, as hashes, until they are too old to be believed anyway. */
export const vaultProofs = pgTable(
  'vault_proofs',
  { id: text('id').primaryKey(), expiresAt: epochColumn('expires_at').notNull() },
  (table) => [index('vault_proofs_by_expiry').on(table.expiresAt)],
)

/** Counts within a window, under keyed hashes of what is counted. */
export const vaultBudgets = pgTable(
  'vault_budgets',
  {
    id: text('id').primaryKey(),
    count: integer('count').notNull(),
    expiresAt: epochColumn('expires_at').notNull(),
  },
  (table) => [index('vault_budgets_by_expiry').on(table.expiresAt)],
)
