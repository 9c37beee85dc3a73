import type { IdentityKind, LoginState } from '@latchkey/protocol/vault'
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { vaultAccounts } from './vault-schema.ts'

/** Creates a column of times in milliseconds since the epoch. */
const epochColumn = (name: string) => bigint(name, { mode: 'number' })

/**
 * The identity that a provider proved in a sign-in, kept until the vault's frame in the page
 * collects it.
 */
export interface ProvedIdentity {
  readonly kind: IdentityKind
  readonly issuer: string
  readonly subject: string
  readonly label: string
  readonly email?: string
}

/** Error code that the page gets for a failed sign-in. */
export type LoginFailure = Extract<LoginState, { state: 'failed' }>['code']

/**
 * The form that a sign-in provider (such as Apple) posted to the gateway. Browsers send no cookies
 * with such a cross-site post, so the form is kept for the redirect that follows and carries them.
 */
export type PostedAnswer = Readonly<Record<string, string>>

/**
 * Sign-ins whose result a vault frame in a page waits for. Ids, secrets and cookies are stored as
 * SHA-256 only.
 */
export const vaultLogins = pgTable(
  'vault_logins',
  {
    id: text('id').primaryKey(),
    secret: text('secret').notNull(),
    project: text('project').notNull(),
    provider: text('provider').notNull(),
    site: text('site').notNull(),
    /** Thumbprint and display name of the key of the frame that started the sign-in. */
    device: text('device').notNull(),
    label: text('label').notNull(),
    /** The account to which a new sign-in method is added; null for an ordinary sign-in. */
    accountId: text('account_id').references(() => vaultAccounts.id, { onDelete: 'cascade' }),
    /**
     * Random number that the login window shows and the visitor types into the page; null when the
     * page itself vouched for the window.
     */
    number: text('number'),
    /** How often the visitor has tried to type the number into the page. */
    tries: integer('tries').notNull().default(0),
    /**
     * Whether login window and page are known to belong to one visitor: the right number was typed,
     * or the page vouched for the window.
     */
    isConfirmed: boolean('is_confirmed').notNull().default(false),
    /**
     * Whether the visitor agreed in the login window that the proved identity is added to the
     * account.
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
     * For Farcaster only: the channel at Farcaster's relay, the gateway's nonce, and the time of
     * the next poll. The time is also the lease of the replica that polls: no other replica polls
     * before it.
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

/** Redirects to a sign-in provider and back; each is valid once. */
export const vaultFlows = pgTable(
  'vault_flows',
  {
    /** SHA-256 of the OAuth parameter `state`. */
    state: text('state').primaryKey(),
    login: text('login')
      .notNull()
      .references(() => vaultLogins.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** SHA-256 of the cookie of the browser in which the sign-in continues. */
    browser: text('browser').notNull(),
    posted: jsonb('posted').$type<PostedAnswer>(),
    /** SHA-256 of the one-time ticket in the redirect that follows a provider's form post. */
    ticket: text('ticket'),
    expiresAt: epochColumn('expires_at').notNull(),
  },
  (table) => [
    index('vault_flows_by_expiry').on(table.expiresAt),
    index('vault_flows_of_login').on(table.login),
  ],
)
