import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { projects } from './schema.ts'

/** Creates a column of times in milliseconds since the epoch. */
const epochColumn = (name: string) => bigint(name, { mode: 'number' }).notNull()
const projectId = () =>
  text('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' })
/**
 * CAIP-10 id of the account in the canonical spelling of its chain family. The page states it; no
 * wallet signed it.
 */
const accountColumn = () => text('account').notNull()

/**
 * Confirmed email addresses that visitors gave after they connected: the newest one for each
 * account and project.
 */
export const capturedEmails = pgTable(
  'captured_emails',
  {
    projectId: projectId(),
    account: accountColumn(),
    email: text('email').notNull(),
    confirmedAt: epochColumn('confirmed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.projectId, table.account] }),
    index('captured_emails_in_order').on(table.projectId, table.confirmedAt, table.account),
  ],
)

/** Mailed confirmation codes as keyed hashes; deleted when they are used or too old. */
export const emailChallenges = pgTable(
  'email_challenges',
  {
    id: text('id').primaryKey(),
    projectId: projectId(),
    account: accountColumn(),
    email: text('email').notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: epochColumn('expires_at'),
  },
  (table) => [
    index('email_challenges_by_expiry').on(table.expiresAt),
    index('email_challenges_of_project').on(table.projectId),
  ],
)
