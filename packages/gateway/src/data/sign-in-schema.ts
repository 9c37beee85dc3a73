import type { AccountId } from '@latchkey/protocol'
import type { StoredChallenge } from '@latchkey/siwx'
import { bigint, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { projects } from './schema.ts'

/** Creates a column of times in milliseconds since the epoch. */
const epochColumn = (name: string) => bigint(name, { mode: 'number' }).notNull()
const projectId = () =>
  text('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' })
/** Origin of the page, as browsers send it. */
const originColumn = () => text('origin').notNull()

/** Challenges that wait to be signed; each is deleted when its proof comes, or when it is too old. */
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
 * Sessions of visitors who signed in, by the hash of the token that stands for them: whoever reads
 * the table cannot use a session.
 */
export const signInSessions = pgTable(
  'sign_in_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    projectId: projectId(),
    origin: originColumn(),
    /** CAIP-10 id of the account that has proved itself. */
    account: text('account').$type<AccountId>().notNull(),
    issuedAt: epochColumn('issued_at'),
    expiresAt: epochColumn('expires_at'),
  },
  (table) => [
    index('sign_in_sessions_by_expiry').on(table.expiresAt),
    index('sign_in_sessions_of_project').on(table.projectId),
  ],
)
