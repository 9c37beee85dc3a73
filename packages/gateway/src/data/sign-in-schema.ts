import type { AccountId } from '@latchkey/protocol'
import type { StoredChallenge } from '@latchkey/siwx'
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { projects } from './schema.ts'

/** Creates a database column for a time in milliseconds since the epoch. */
const epochColumn = (name: string) => bigint(name, { mode: 'number' }).notNull()
const projectId = () =>
  text('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' })
/** Origin of the page, as browsers send it. */
const originColumn = () => text('origin').notNull()

/**
 * Challenges that wait to be signed. Each is deleted when its proof arrives, or when it has
 * expired.
 */
export const signInChallenges = pgTable(
  'sign_in_challenges',
  {
    nonce: text('nonce').primaryKey(),
    projectId: projectId(),
    origin: originColumn(),
    challenge: jsonb('challenge').$type<StoredChallenge>().notNull(),
    expiresAt: epochColumn('expires_at'),
  },
  (table) => [
    index('sign_in_challenges_by_expiry').on(table.expiresAt),
    index('sign_in_challenges_of_project').on(table.projectId),
  ],
)

/**
 * Sessions of signed-in visitors. Only the hash of a session's token is stored, so nobody can use a
 * session after reading this table.
 */
export const signInSessions = pgTable(
  'sign_in_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    projectId: projectId(),
    origin: originColumn(),
    /** CAIP-10 id of the account that signed in. */
    account: text('account').$type<AccountId>().notNull(),
    issuedAt: epochColumn('issued_at'),
    expiresAt: epochColumn('expires_at'),
  },
  (table) => [
    index('sign_in_sessions_by_expiry').on(table.expiresAt),
    index('sign_in_sessions_of_project').on(table.projectId),
  ],
)
