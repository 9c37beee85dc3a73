import { bigint, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { projects } from './schema.ts'

/** Milliseconds since the epoch. */
const epochColumn = (name: string) => bigint(name, { mode: 'number' }).notNull()
const projectId = () =>
  text('project_id')
    .notNull()
    .references(() => projects.id, { onDelete: 'cascade' })
/** CAIP-10 in its family's one spelling, as the page said: no wallet signed it. */
const accountColumn = () => text('account').notNull()

/**
 * Addresses that visitors gave after connecting, and confirmed: one for each account at each
 * project, the newest.
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

/** Codes on their way to such addresses, as keyed hashes; gone once they are used or too old. */
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
