import type { IdentityKind, LoginState } from '@latchkey/protocol/vault'
import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { vaultAccounts } from './vault-schema.ts'

/** Milliseconds since the epoch. */
const epochColumn = (name: string) => bigint(name, { mode: 'number' })

/** Who was proved, until it is collected. */
export interface ProvedIdentity {
  readonly kind: IdentityKind
  readonly issuer: string
  readonly subject: string
  readonly label: string
  readonly email?: string
}

/** The code of a login that failed. */
export type LoginFailure = Extract<LoginState, { state: 'failed' }>['code']

/**
 * What a provider posted where cookies do not come along: kept for the redirect that brings them.
 */
export type PostedAnswer = Readonly<Record<string, string>>

/** Sign-ins that a frame waits for. Ids, secrets and cookies are here as SHA-256 only. */
export const vaultLogins = pgTable(
  'vault_logins',
  {
    id: text('id').primaryKey(),
    secret: text('secret').notNull(),
    project: text('project').notNull(),
    provider: text('provider').notNull(),
    site: text('site').notNull(),
    /** Thumbprint of the frame's key, and its name. */
    device: text('device').notNull(),
    label: text('label').notNull(),
    /** The account that another way to sign in is added to; null signs in. */
    accountId: text('account_id').references(() => vaultAccounts.id, { onDelete: 'cascade' }),
    /** Drawn for the browser it is bound to, and shown there; null where a page vouched. */
    number: text('number'),
    /** How often a number was typed into the page. */
    tries: integer('tries').notNull().default(0),
    /** Window and page are of one visitor: the number was typed, or the page vouched. */
    isConfirmed: boolean('is_confirmed').notNull().default(false),
    /** In the window it was agreed to that this identity is the account's from now on. */
    isAgreed: boolean('is_agreed').notNull().default(false),
    state: text('state', {
      enum: ['awaited', 'open', 'away', 'proved', 'failed', 'collected'],
    }).notNull(),
    code: text('code').$type<LoginFailure>(),
    beatAt: epochColumn('beat_at').notNull().default(0),
    /** The cookie of the one browser it goes on in. */
    browser: text('browser'),
    identity: jsonb('identity').$type<ProvedIdentity>(),
    createdAt: epochColumn('created_at').notNull(),
    expiresAt: epochColumn('expires_at').notNull(),
    /**
     * Farcaster: the relay's channel, our nonce, and when it is asked next; a lease while somebody
     * asks.
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

/** Ways to a provider and back, each for once. */
export const vaultFlows = pgTable(
  'vault_flows',
  {
    /** SHA-256 of `state`. */
    state: text('state').primaryKey(),
    login: text('login')
      .notNull()
      .references(() => vaultLogins.id, { onDelete: 'cascade' }),
    provider: text('provider').notNull(),
    /** SHA-256 of the cookie. */
    browser: text('browser').notNull(),
    posted: jsonb('posted').$type<PostedAnswer>(),
    /** SHA-256 of what the redirect after a post carries. */
    ticket: text('ticket'),
    expiresAt: epochColumn('expires_at').notNull(),
  },
  (table) => [
    index('vault_flows_by_expiry').on(table.expiresAt),
    index('vault_flows_of_login').on(table.login),
  ],
)
