import type { VaultCalls } from '@latchkey/protocol/vault'
import { and, desc, eq, like, or, sql } from 'drizzle-orm'
import type { Sql } from '../../../data/sql.ts'
import { vaultAudit, vaultDevices } from '../../../data/vault-schema.ts'

/** Number of audit lines per answer. */
const pageSize = 50
/**
 * Audited actions that the owner sees: all that hand out a key share or change the account, but not
 * each signature.
 */
const shownEvents = [
  'account-%',
  'device-%',
  'split-%',
  'recovery-%',
  'identity-%',
  'email-changed',
  'signed-in %',
  'way-out-%',
  'share-released export',
  'share-released recover',
  'pepper-locked',
  'session-foreign',
  'session-reused',
]

/** Position where a page begins: time and id of the last line of the page before. */
export const cursorPattern = /^(\d{1,16})\.([\w-]{1,64})$/

/** Lists the audit lines of an account, newest first. @param after - cursor from the page before */
export async function listHistory(
  db: Sql,
  account: string,
  after?: string,
): Promise<VaultCalls['GET /api/account/history']['answer']> {
  const isShownEvent = or(...shownEvents.map((what) => like(vaultAudit.what, what)))
  const [, at = '', id = ''] = cursorPattern.exec(after ?? '') ?? []
  const isBeforeCursor =
    id === ''
      ? undefined
      : sql`(${vaultAudit.at}, ${vaultAudit.id}) < (${Number(at)}::bigint, ${id}::text)`
  const rows = await db
    .select({
      id: vaultAudit.id,
      at: vaultAudit.at,
      what: vaultAudit.what,
      label: vaultDevices.label,
      site: vaultDevices.site,
    })
    .from(vaultAudit)
    .leftJoin(
      vaultDevices,
      and(eq(vaultDevices.accountId, vaultAudit.account), eq(vaultDevices.id, vaultAudit.device)),
    )
    .where(and(eq(vaultAudit.account, account), isShownEvent, isBeforeCursor))
    .orderBy(desc(vaultAudit.at), desc(vaultAudit.id))
    .limit(pageSize + 1)
  const page = rows.slice(0, pageSize)
  const lastRow = rows.length > pageSize ? page.at(-1) : undefined
  const lines = page.map(({ at: eventTime, what, label, site }) => ({
    at: eventTime,
    what,
    label,
    site,
  }))
  return { lines, ...(lastRow && { next: `${lastRow.at}.${lastRow.id}` }) }
}
