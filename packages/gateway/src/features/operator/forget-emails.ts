import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { capturedEmails, emailChallenges } from '../../data/email-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { Fault } from './fault.ts'
import { plainText } from './read-emails.ts'

/**
 * Body of `POST /operator/v1/projects/{id}/emails/forget`: the account whose email address is to be
 * deleted, or an email address to delete from all accounts.
 */
export const forgetShape = z.union([
  z.strictObject({ account: z.string().min(1).max(256).regex(plainText) }),
  z.strictObject({ email: z.string().min(1).max(320).regex(plainText) }),
])

/**
 * Deletes the email addresses that visitors gave, and the mailed codes that could still store them
 * again.
 * @throws a fault `not-found`
 */
export async function forgetEmails(
  db: Sql,
  project: string,
  selection: z.output<typeof forgetShape>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const deletedEmails = await Promise.all(
      [emailChallenges, capturedEmails].map((table) => {
        const emailFilter =
          'account' in selection
            ? eq(table.account, selection.account)
            : eq(table.email, selection.email)
        return tx
          .delete(table)
          .where(and(eq(table.projectId, project), emailFilter))
          .returning({ account: table.account })
      }),
    )
    if (deletedEmails.every(({ length }) => length === 0))
      throw new Fault('not-found', 'Nobody gave this here', 'Look at the list of addresses')
  })
}
