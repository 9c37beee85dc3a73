import type { IdentityKind, LoginState } from '@latchkey/protocol/vault'
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { vaultAccounts } from './vault-schema.ts'

/** Milliseconds since the epoch. */
const epochColumn = (name: string) => bigint(name, { mode: 'number' })

/** The proved identity of a finished login, until the frame collects it. */
export interface ProvedIdentity {
  readonly kind: IdentityKind
  readonly issuer: string
  readonly subject: string
  readonly label: string
  readonly email?: string
}

/** Error code of a failed login. */
export type LoginFailure = Extract<LoginState, { state: 'failed' }>['code']

/**
 * The form that a provider posted. Browsers send no cookies with such a post, so the form is kept
 * for the redirect that carries them.
 */
export type PostedAnswer = Readonly<Record<string, string>>

/** Sign-ins that a frame waits for. Ids, secrets and cookies are stored as SHA-256 only. */
export const vaultLogins = pgTable(
  'vault_logins',
  {
    id: text('id').primaryKey(),
    secret: text('secret').notNull(),
    project: text('project').notNull(),
    provider: text('provider').notNull(),
    site: text('site').notNull(),
    /** Thumbprint and name of the frame's key. */
    device: text('device').notNull(),
    label: text('label').notNull(),
    /** The account to which a new way to sign in is added; null for a sign-in. */
    accountId: text('account_id').references(() => vaultAccounts.id, { onDelete: 'cascade' }),
    /** Random number that the login window shows; null when the page vouched for the window. */
    number: text('number'),
    /** Number of tries to type the number into the page. */
    tries: integer('tries').notNull().default(0),
    /** Whether window and page belong to one visitor: the number was typed, or the page vouched. */
    isConfirmed: boolean('is_confirmed').notNull().default(false),
    /**
     * Whether the visitor agreed in the window that this identity belongs to the account from now
     * on.
     */
    isAgreed: boolean('is_agreed').notNull().default(false),
    state: text('state', {
      enum: ['awaited', 'open', 'away', 'proved', 'failed', 'collected'],
    }).notNull(),
    code: text('code').$type<LoginFailure>(),
    beatAt: epochColumn('beat_at').notNull().default(0),
    /** SHA-256 of the cookie of the one browser in which the sign-in continues. */
    browser: text('browser'),
    identity: jsonb('identity').$type<ProvedIdentity>(),
    createdAt: epochColumn('created_at').notNull(),
    expiresAt: epochColumn('expires_at').notNull(),
    /**
     * Farcaster: the relay's channel, the gateway's nonce, and the time of the next poll, which is
     * also the lease of the replica that polls.
     */
    channel: text('channel'),
    nonce: text('nonce'),
    pollAt: epochColumn('poll_at'),
  },
  (table) => [
    index('vault_logins_by_expiry').on(table.expiresAt),
    index('vault_logins_to_poll').on(table.pollAt),
    index('vault_logins_of_account').on(table.accountId),
  ],
)

/** Redirects to a provider and back; each is valid once. */
export const vaultFlows = pgTable(
  'vault_flows',
  {
    /** SHA-256 of `state`. */
    state: text('state').primaryKey(),
    login: text('login')
      .notNull()
      .references(() => vaultLogins.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** SHA-256 of the cookie of the browser in which the sign-in continues. */
    browser: text('browser').notNull(),
    posted: jsonb('posted').$type<PostedAnswer>(),
    /** SHA-256 of the ticket in the redirect after a post. */
    ticket: text('ticket'),
    expiresAt: epochColumn('expires_at').notNull(),
  },
  (table) => [
    index('vault_flows_by_expiry').on(table.expiresAt),
    index('vault_flows_of_login').on(table.login),
  ],
)
