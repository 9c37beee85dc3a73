import type { VaultAccount } from '@latchkey/protocol/vault'
import { and, asc, desc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Sql } from '../../data/sql.ts'
import { vaultDevices, vaultSplits } from '../../data/vault-schema.ts'
import type { Session } from './sessions.ts'

/** Number of devices per answer. */
const pageSize = 100

/**
 * Position of the last listed device: whether it holds a key share, when it was added, and its id.
 */
export const cursorPattern = /^([01])\.(\d{1,16})\.([\w-]{1,64})$/

/**
 * Lists the devices of an account: those without a key share first, and the newest first among each
 * kind. No sign-in changes this order, so no device is missed between two pages.
 * @param after - cursor from the page before
 */
export async function listDevices(
  db: Sql,
  { account, device }: Pick<Session, 'account' | 'device'>,
  after?: string,
): Promise<Pick<VaultAccount, 'devices' | 'devicesNext'>> {
  const holdsSplit = isNotNull(vaultSplits.id)
  const [, held = '', at = '', id = ''] = cursorPattern.exec(after ?? '') ?? []
  const sortKey = sql`(${holdsSplit}, -${vaultDevices.createdAt}, ${vaultDevices.id})`
  const isAfterCursor =
    id === '' ? undefined : sql`${sortKey} > (${held === '1'}, ${-Number(at)}::bigint, ${id}::text)`
  const rows = await db
    .select({ row: vaultDevices, split: vaultSplits.id })
    .from(vaultDevices)
    .leftJoin(
      vaultSplits,
      and(eq(vaultSplits.accountId, account), eq(vaultSplits.device, vaultDevices.id)),
    )
    .where(and(eq(vaultDevices.accountId, account), isNull(vaultDevices.revokedAt), isAfterCursor))
    .orderBy(asc(holdsSplit), desc(vaultDevices.createdAt), asc(vaultDevices.id))
    .limit(pageSize + 1)
  const page = rows.slice(0, pageSize)
  const lastDevice = rows.length > pageSize ? page.at(-1) : undefined
  const devices = page
    .map(({ row }) => row)
    .sort((a, b) => b.usedAt - a.usedAt)
    .map((row) => ({
      id: row.id,
      label: row.label,
      createdAt: row.createdAt,
      usedAt: row.usedAt,
      // A device that is one of the vault's own windows is in no site's page, so the project is
      // named instead.
      site: row.site ?? row.project,
      isThis: row.id === device,
    }))
  const nextCursor =
    lastDevice &&
    `${lastDevice.split === null ? 0 : 1}.${lastDevice.row.createdAt}.${lastDevice.row.id}`
  return { devices, ...(nextCursor !== undefined && { devicesNext: nextCursor }) }
}
