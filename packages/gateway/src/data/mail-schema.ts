import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Milliseconds since the epoch. */
const epochColumn = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Mails that the mail server has not accepted yet. */
export const mails = pgTable(
  'mails',
  {
    id: text('id').primaryKey(),
    /** Queue, and thus mail server, of the mail: `vault`, `capture`. */
    queue: text('queue').notNull(),
    /**
     * Recipient and text, encrypted with a key of the queue: a sign-in code is never stored in
     * clear.
     */
    sealed: text('sealed').notNull(),
    /** Account that is notified when the mail is given up; null when unknown. */
    account: text('account'),
    tries: integer('tries').notNull().default(0),
    /**
     * Time of the next attempt, by any replica; during an attempt, the time after which another
     * replica may try.
     */
    dueAt: epochColumn('due_at'),
    /** Time after which the mail is given up. */
    endsAt: epochColumn('ends_at'),
  },
  (table) => [index('mails_by_due').on(table.queue, table.dueAt)],
)
