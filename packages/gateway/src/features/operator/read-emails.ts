import type { CapturedEmail, EmailsPage } from '@latchkey/protocol'
import { type Options, stringify } from 'csv-stringify/sync'
import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { capturedEmails } from '../../data/email-schema.ts'
import type { Sql } from '../../data/sql.ts'
import { Fault } from './fault.ts'

/** Shape of a search text without control characters: PostgreSQL rejects U+0000. */
export const plainText: RegExp = /^\P{Cc}*$/u

/** Query parameters for a page of the email addresses that visitors gave. */
export const emailsQuery = z.strictObject({
  /** Part of an email address or of an account to search for, in upper or lower case. */
  search: z.string().max(320).regex(plainText).optional(),
  /** Cursor: the value `next` in the answer of the page before. */
  cursor: z
    .string()
    .regex(/^[\w-]{1,512}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
})

/**
 * Writes one CSV field (RFC 4180). Visitors choose the email address and pages choose the account,
 * so text that would start a spreadsheet formula gets a leading apostrophe.
 */
const csvOptions: Options = {
  record_delimiter: '\r\n',
  escape_formulas: true,
  quoted_match: /[\r\n]/,
}

type EmailsRequest = z.output<typeof emailsQuery>

/**
 * Reads the email addresses that visitors of a project gave, newest first; the cursor stays correct
 * while addresses are added.
 * @throws a fault: `invalid`
 */
export async function readEmails(
  db: Sql,
  project: string,
  query: Record<string, string>,
): Promise<EmailsPage> {
  const parsedQuery = emailsQuery.safeParse(query)
  if (!parsedQuery.success) {
    const [{ path = [], message = '' } = {}] = parsedQuery.error.issues
    const field = String(path[0] ?? '')
    throw new Fault('invalid', `${field}: ${message}`, 'Look at openapi.json', { field })
  }
  const emailCondition = conditionFor(project, parsedQuery.data)
  const [page, total] = await Promise.all([
    readPage(db, emailCondition, parsedQuery.data),
    db.$count(capturedEmails, emailCondition),
  ])
  return { ...page, total }
}

/**
 * Returns all email addresses that visitors of a project gave, as CSV (RFC 4180); they are read
 * page by page.
 */
export function emailsAsCsv(db: Sql, project: string, limit = 1_000): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder()
  const emailCondition = conditionFor(project, {})
  const state: { cursor: string | null | undefined } = { cursor: undefined }
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode('email,account,confirmed_at\r\n')),
    async pull(controller) {
      const pageRequest = state.cursor ? { cursor: state.cursor, limit } : { limit }
      const { emails, next } = await readPage(db, emailCondition, pageRequest)
      state.cursor = next
      const rows = emails.map(({ email, account, confirmedAt }) => [
        email,
        account,
        new Date(confirmedAt).toISOString(),
      ])
      controller.enqueue(encoder.encode(stringify(rows, csvOptions)))
      if (next === null) controller.close()
    },
  })
}

function conditionFor(project: string, { search }: Pick<EmailsRequest, 'search'>): SQL | undefined {
  const searchText = search?.trim().toLowerCase()
  const matchSubstring = (
    column: typeof capturedEmails.email | typeof capturedEmails.account,
  ): SQL => sql`position(${searchText} in lower(${column})) > 0`
  return and(
    eq(capturedEmails.projectId, project),
    searchText
      ? or(matchSubstring(capturedEmails.email), matchSubstring(capturedEmails.account))
      : undefined,
  )
}

async function readPage(
  db: Sql,
  emailCondition: SQL | undefined,
  { cursor, limit }: Pick<EmailsRequest, 'cursor' | 'limit'>,
): Promise<{ readonly emails: readonly CapturedEmail[]; readonly next: string | null }> {
  const cursorPosition = cursor === undefined ? undefined : readCursor(cursor)
  const { account, email, confirmedAt } = capturedEmails
  const rows = await db
    .select({ account, email, confirmedAt })
    .from(capturedEmails)
    .where(
      and(
        emailCondition,
        cursorPosition &&
          sql`(${confirmedAt}, ${account}) < (${cursorPosition.at}::bigint, ${cursorPosition.account})`,
      ),
    )
    .orderBy(desc(confirmedAt), desc(account))
    .limit(limit + 1)
  const emails = rows.slice(0, limit)
  const lastEmail = emails.at(-1)
  const isMore = rows.length > limit && lastEmail
  return {
    emails,
    next: isMore
      ? Buffer.from(`${lastEmail.confirmedAt} ${lastEmail.account}`).toString('base64url')
      : null,
  }
}

function readCursor(cursor: string): { readonly at: number; readonly account: string } {
  const [, at, account] =
    /^(\d{1,15}) ([-.%:\w]{1,175})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (at === undefined || account === undefined)
    throw new Fault('invalid', 'cursor: is none of ours', 'Take it from the page before', {
      field: 'cursor',
    })
  return { at: Number(at), account }
}
