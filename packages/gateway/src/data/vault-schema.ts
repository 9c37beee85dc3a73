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

/** Creates a column of times in milliseconds since the epoch. */
const epochColumn = (name: string) => bigint(name, { mode: 'number' })

const accountId = () =>
  text('account_id')
    .notNull()
    .references(() => vaultAccounts.id, { onDelete: 'cascade' })

/**
 * Secrets that all replicas share, encrypted by the key service; one is the HMAC key of the mailed
 * codes.
 */
export const vaultSecrets = pgTable('vault_secrets', {
  name: text('name').primaryKey(),
  sealed: text('sealed').notNull(),
})

export const vaultAccounts = pgTable('vault_accounts', {
  id: text('id').primaryKey(),
  createdAt: epochColumn('created_at').notNull(),
  /**
   * Public keys of the wallet: set once, never changed, and compared with every reconstructed key.
   */
  publics: jsonb('publics').$type<WalletPublics>(),
  /**
   * How often the pepper of the account's password was requested, and the time until which further
   * requests are refused. The number is reset only after a week without requests.
   */
  pepperAsks: integer('pepper_asks').notNull().default(0),
  pepperLockedUntil: epochColumn('pepper_locked_until').notNull().default(0),
  /** When the owner froze the account; null while it is not frozen. */
  frozenAt: epochColumn('frozen_at'),
})

/**
 * Identities of users, each a way to sign in. Two identities with the same email address are never
 * merged.
 */
export const vaultIdentities = pgTable(
  'vault_identities',
  {
    kind: text('kind').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    accountId: accountId(),
    label: text('label').notNull(),
    /** Email address that the provider confirmed, used for notices only. */
    email: text('email'),
    createdAt: epochColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.issuer, table.subject] }),
    index('vault_identities_of_account').on(table.accountId),
  ],
)

/**
 * Browser storage partitions that are devices of an account, each identified by the thumbprint of
 * its key. One partition may be a device of several accounts.
 */
export const vaultDevices = pgTable(
  'vault_devices',
  {
    accountId: accountId(),
    id: text('id').notNull(),
    project: text('project').notNull(),
    /** Site that embeds the vault's frame; null for the vault's own windows. */
    site: text('site'),
    label: text('label').notNull(),
    createdAt: epochColumn('created_at').notNull(),
    usedAt: epochColumn('used_at').notNull(),
    revokedAt: epochColumn('revoked_at'),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.id] })],
)

/**
 * Mailed codes that a visitor has to type in. Of each code only an HMAC is stored, which is bound
 * to its row.
 */
export const vaultChallenges = pgTable(
  'vault_challenges',
  {
    id: text('id').primaryKey(),
    purpose: text('purpose', {
      enum: ['email', 'device', 'change-old', 'change-new', 'prove'],
    }).notNull(),
    /** Thumbprint of the key of the device that requested the code. */
    device: text('device').notNull(),
    project: text('project').notNull(),
    site: text('site'),
    label: text('label').notNull(),
    /** Address that received the code. */
    email: text('email').notNull(),
    /** Account that the code is about; set for the purposes `device`, `change-*` and `prove`. */
    accountId: text('account_id').references(() => vaultAccounts.id, { onDelete: 'cascade' }),
    /** New email address that the user wants; set for the purpose `change-old`. */
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
 * Session tokens, each made of an `id` and a secret. The table contains the hash of the newest
 * secret, and for a moment that of the secret before it.
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

/**
 * Splits of the wallet's key into shares, one split for each device. `device` is null when the
 * device is gone: then only a recovery can use the split.
 */
export const vaultSplits = pgTable(
  'vault_splits',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    device: text('device'),
    /** Number of the key split within its account, from 1. */
    serial: integer('serial').notNull(),
    /** The share that a sign-in gives to the device, encrypted by the key service. */
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
    /** The recovery method, with the wallet's signed statement about it (`vouch`). */
    method: jsonb('method').$type<RecoveryMethod & { readonly vouch?: string }>().notNull(),
    createdAt: epochColumn('created_at').notNull(),
  },
  (table) => [index('vault_methods_of_account').on(table.accountId)],
)

/** The recovery share of a key split, encrypted for one recovery method. */
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
 * Requests by devices without a key share that the operator's key service open the wallet; one
 * request per device.
 */
export const vaultRequests = pgTable(
  'vault_requests',
  {
    accountId: accountId(),
    device: text('device').notNull(),
    /**
     * Number that the visitor tells the operator, so that the operator confirms the right request.
     */
    number: text('number').notNull(),
    askedAt: epochColumn('asked_at').notNull(),
    /** When the operator confirmed that the account's owner made the request. */
    confirmedAt: epochColumn('confirmed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.device] }),
    uniqueIndex('vault_requests_by_number').on(table.number),
  ],
)

/** Links in notice mails; the id is the SHA-256 of the secret in the link. */
export const vaultLinks = pgTable(
  'vault_links',
  {
    id: text('id').primaryKey(),
    accountId: accountId(),
    what: text('what', { enum: ['freeze', 'stop-recovery'] }).notNull(),
    /** Device whose action the notice reports. */
    device: text('device').notNull(),
    expiresAt: epochColumn('expires_at').notNull(),
  },
  (table) => [
    index('vault_links_by_expiry').on(table.expiresAt),
    index('vault_links_of_account').on(table.accountId, table.what),
  ],
)

/**
 * Audit log of accounts, kept after an account is deleted: it contains no secret, code or address.
 */
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

/**
 * Hashes of used proofs of possession (signatures of a device's key), kept until the proofs expire,
 * so that none can be used twice.
 */
export const vaultProofs = pgTable(
  'vault_proofs',
  { id: text('id').primaryKey(), expiresAt: epochColumn('expires_at').notNull() },
  (table) => [index('vault_proofs_by_expiry').on(table.expiresAt)],
)

/**
 * Numbers of attempts within a time window. The id is a keyed hash of what is counted, such as an
 * address.
 */
export const vaultBudgets = pgTable(
  'vault_budgets',
  {
    id: text('id').primaryKey(),
    count: integer('count').notNull(),
    expiresAt: epochColumn('expires_at').notNull(),
  },
  (table) => [index('vault_budgets_by_expiry').on(table.expiresAt)],
)
