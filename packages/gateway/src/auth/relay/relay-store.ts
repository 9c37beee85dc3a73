import type { RelayTold } from '@latchkey/protocol/vault'
import { and, asc, eq, gt, inArray, lt, max } from 'drizzle-orm'
import { vaultRelay } from '../../data/relay-schema.ts'
import type { Sql } from '../../data/sql.ts'

/** How long a text is kept: as long as a sign-in by window may take. */
export const relayMs = 600_000
/** Of one answer; the rest comes with the next. */
const mostTold = 16

/** Newest text of a box. */
export interface BoxRow {
  readonly id: string
  readonly seq: number
}

/** Texts in the database, in boxes that stand for an account, an id and an end. */
export interface RelayStore {
  isEmpty(box: string): Promise<boolean>
  put(text: Omit<typeof vaultRelay.$inferInsert, 'seq' | 'expiresAt'>): Promise<void>
  read(box: string, after: number): Promise<readonly RelayTold[]>
  findAll(boxes: readonly string[]): Promise<readonly BoxRow[]>
  sweep(): Promise<void>
}

export function databaseRelay(db: Sql, now: () => number): RelayStore {
  const isKept = () => gt(vaultRelay.expiresAt, now())
  return {
    async isEmpty(box) {
      const found = await db
        .select({ seq: vaultRelay.seq })
        .from(vaultRelay)
        .where(and(eq(vaultRelay.box, box), isKept()))
        .limit(1)
      return found.length === 0
    },
    async put(text) {
      await db.insert(vaultRelay).values({ ...text, expiresAt: now() + relayMs })
    },
    read: (box, after) =>
      db
        .select({ seq: vaultRelay.seq, device: vaultRelay.device, text: vaultRelay.text })
        .from(vaultRelay)
        .where(and(eq(vaultRelay.box, box), gt(vaultRelay.seq, after), isKept()))
        .orderBy(asc(vaultRelay.seq))
        .limit(mostTold),
    async findAll(boxes) {
      const rows = await db
        .select({ id: vaultRelay.box, seq: max(vaultRelay.seq) })
        .from(vaultRelay)
        .where(and(inArray(vaultRelay.box, [...boxes]), isKept()))
        .groupBy(vaultRelay.box)
      return rows.map(({ id, seq }) => ({ id, seq: Number(seq) }))
    },
    async sweep() {
      await db.delete(vaultRelay).where(lt(vaultRelay.expiresAt, now()))
    },
  }
}
