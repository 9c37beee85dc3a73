import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Creates a column of times in milliseconds since the epoch. */
const epochColumn = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Mails that the mail server has not accepted yet. */
export const mails = pgTable(
  'mails',
  {
    id: text('id').primaryKey(),
    /** Queue that the mail belongs to, `vault` or `capture`; each queue has its own mail server. */
    queue: text('queue').notNull(),
    /**
     * Recipient and text, encrypted with a key of the queue: a sign-in code is never stored in
     * clear.
     */
    sealed: text('sealed').notNull(),
    /** Account to notify when the gateway gives up on the mail; null when unknown. */
    account: text('account'),
    tries: integer('tries').notNull().default(0),
    /**
     * Time of the next delivery attempt, by any replica. While an attempt runs, it is the time
     * after which another replica may try.
     */
    dueAt: epochColumn('due_at'),
    /** Time after which the gateway no longer tries to deliver the mail. */
    endsAt: epochColumn('ends_at'),
  },
  (table) => [index('mails_by_due').on(table.queue, table.dueAt)],
)
