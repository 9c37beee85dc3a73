import type { AuditPage } from '@latchkey/protocol'
import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Sql } from '../../data/sql.ts'
import { vaultAudit } from '../../data/vault-schema.ts'
import { Fault } from './fault.ts'

/** Query parameters for a page of the audit log. */
export const auditQuery = z.strictObject({
  account: z
    .string()
    .regex(/^[\w-]{22}$/)
    .optional(),
  /** Cursor: the value `next` in the answer of the page before. */
  cursor: z
    .string()
    .regex(/^[\w-]{1,128}$/)
    .optional(),
  limit: z.coerce.number().int().min(1).max(500).default(100),
})

/**
 * Reads the vault's audit log, newest line first; the cursor stays correct while lines are added.
 * @throws a fault: `invalid`
 */
export async function readAudit(db: Sql, query: Record<string, string>): Promise<AuditPage> {
  const parsedQuery = auditQuery.safeParse(query)
  if (!parsedQuery.success) {
    const [{ path = [], message = '' } = {}] = parsedQuery.error.issues
    const field = String(path[0] ?? '')
    throw new Fault('invalid', `${field}: ${message}`, 'Look at openapi.json', { field })
  }
  const { account, cursor, limit } = parsedQuery.data
  const cursorPosition = cursor === undefined ? undefined : readCursor(cursor)
  const rows = await db
    .select()
    .from(vaultAudit)
    .where(
      and(
        account === undefined ? undefined : eq(vaultAudit.account, account),
        cursorPosition &&
          sql`(${vaultAudit.at}, ${vaultAudit.id}) < (${cursorPosition.at}::bigint, ${cursorPosition.id})`,
      ),
    )
    .orderBy(desc(vaultAudit.at), desc(vaultAudit.id))
    .limit(limit + 1)
  const lines = rows.slice(0, limit)
  const lastLine = lines.at(-1)
  return {
    lines: lines.map(({ at, account: accountId, device, what, code }) => ({
      at,
      account: accountId,
      device,
      what,
      code,
    })),
    next:
      rows.length > limit && lastLine
        ? Buffer.from(`${lastLine.at} ${lastLine.id}`).toString('base64url')
        : null,
  }
}

function readCursor(cursor: string): { readonly at: number; readonly id: string } {
  const [, at, id] =
    /^(\d{1,15}) ([\da-f-]{36})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (at === undefined || id === undefined)
    throw new Fault('invalid', 'cursor: is none of ours', 'Take it from the page before', {
      field: 'cursor',
    })
  return { at: Number(at), id }
}
