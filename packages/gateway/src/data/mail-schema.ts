import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core'

/** Milliseconds since the epoch. */
const epochColumn = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Mails that no server has taken yet. */
export const mails = pgTable(
  'mails',
  {
    id: text('id').primaryKey(),
    /** Whose server it goes by: `vault`, `capture`. */
    queue: text('queue').notNull(),
    /**
     * Address and text, under a key of the queue: the code of a sign-in never lies here in clear.
     */
    sealed: text('sealed').notNull(),
    /** Who is told when it is given up; null where nobody is known. */
    account: text('account'),
    tries: integer('tries').notNull().default(0),
    /** When it is tried next, by whichever replica; while one is sending it, when another may. */
    dueAt: epochColumn('due_at'),
    /** When it is given up. */
    endsAt: epochColumn('ends_at'),
  },
  (table) => [index('mails_by_due').on(table.queue, table.dueAt)],
)
