import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { queryRows } from './migrations.ts'
import { openPglite } from './open-pglite.ts'
import type { Database } from './sql.ts'

const made: { database?: Database } = {}
afterAll(() => made.database?.close())

describe('vacuumPglite', () => {
  test('default: rows that are swept leave room, in whatever table', async () => {
    const database = await openPglite(undefined, { vacuumEveryMs: 50 })
    made.database = database
    const { db } = database
    const read = async (expression: string): Promise<number> => {
      const [row] = await queryRows(
        db,
        sql.raw(
          `select (${expression})::text as value from pg_stat_user_tables where relname = 'vault_proofs'`,
        ),
      )
      return Number(row?.value)
    }
    const sizes: number[] = []
    for (let round = 1; round <= 4; round++) {
      await db.execute(sql`insert into vault_proofs (id, expires_at)
        select ${round}::text || '-' || i::text || repeat('x', 40), i from generate_series(1, 20000) i`)
      await db.execute(sql`delete from vault_proofs`)
      sizes.push(await read("pg_total_relation_size('vault_proofs')"))
      const before = await read('vacuum_count')
      await vi.waitFor(
        async () => expect(await read('vacuum_count')).toBeGreaterThan(before),
        10_000,
      )
    }
    // Without it each round adds as much as the first one.
    expect(Math.max(...sizes)).toBeLessThan((sizes[0] as number) * 2)
  })
})
