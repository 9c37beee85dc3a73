import type { RelayTold } from '@latchkey/protocol/vault'
import { and, asc, eq, gt, inArray, lt, max, sql } from 'drizzle-orm'
import { vaultRelay } from '../../../data/relay-schema.ts'
import type { Sql } from '../../../data/sql.ts'
import { refuseVault } from '../refuse-vault.ts'

/** Milliseconds that a message is kept: as long as a sign-in in a window may take. */
export const relayMs = 600_000
/** Maximum number of messages per answer; the reader gets the rest with its next request. */
const maxTexts = 16
/**
 * Maximum number of attempts to find a free sequence number when several writers insert at once.
 */
const maxInsertTries = 50

/** The newest message of a mailbox. */
export interface RelayRow {
  readonly id: string
  readonly seq: number
}

/** Relayed messages in the database. A mailbox is identified by account, id and receiving side. */
export interface RelayStore {
  isBoxEmpty(box: string): Promise<boolean>
  putText(text: Omit<typeof vaultRelay.$inferInsert, 'seq' | 'expiresAt'>): Promise<void>
  read(box: string, after: number): Promise<readonly RelayTold[]>
  findAll(boxes: readonly string[]): Promise<readonly RelayRow[]>
  sweep(): Promise<void>
}

export function databaseRelay(db: Sql, now: () => number): RelayStore {
  const isUnexpired = () => gt(vaultRelay.expiresAt, now())
  return {
    async isBoxEmpty(box) {
      const keptTexts = await db
        .select({ seq: vaultRelay.seq })
        .from(vaultRelay)
        .where(and(eq(vaultRelay.box, box), isUnexpired()))
        .limit(1)
      return keptTexts.length === 0
    },
    async putText(text) {
      // The new sequence number is above those of all existing and all deleted messages, because
      // readers ask for messages after a number.
      const seq = sql<number>`greatest((select coalesce(max(seq), 0) + 1 from vault_relay), ${now() * 1_000}::bigint)`
      for (let attempt = 0; attempt < maxInsertTries; attempt += 1) {
        const row = { ...text, seq, expiresAt: now() + relayMs }
        const insertedRows = await db
          .insert(vaultRelay)
          .values(row)
          .onConflictDoNothing()
          .returning({ seq: vaultRelay.seq })
        if (insertedRows.length > 0) return
      }
      throw refuseVault('rate-limited', { retryAfter: 1 })
    },
    read: (box, after) =>
      db
        .select({ seq: vaultRelay.seq, device: vaultRelay.device, text: vaultRelay.text })
        .from(vaultRelay)
        .where(and(eq(vaultRelay.box, box), gt(vaultRelay.seq, after), isUnexpired()))
        .orderBy(asc(vaultRelay.seq))
        .limit(maxTexts),
    async findAll(boxes) {
      const rows = await db
        .select({ id: vaultRelay.box, seq: max(vaultRelay.seq) })
        .from(vaultRelay)
        .where(and(inArray(vaultRelay.box, [...boxes]), isUnexpired()))
        .groupBy(vaultRelay.box)
      return rows.map(({ id, seq }) => ({ id, seq: Number(seq) }))
    },
    async sweep() {
      await db.delete(vaultRelay).where(lt(vaultRelay.expiresAt, now()))
    },
  }
}
