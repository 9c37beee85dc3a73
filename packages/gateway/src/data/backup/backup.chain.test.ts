import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PostgresServer, startPostgres } from '../../test/start-postgres.ts'
import {
  applySteps,
  knownSteps,
  listTablesAfter,
  queryRows,
  readAppliedSteps,
} from '../migrations.ts'
import { openDatabase } from '../open-database.ts'
import { projects } from '../schema.ts'
import type { Database, Sql } from '../sql.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

const made: { server?: PostgresServer } = {}
const opened: Database[] = []
const open = async (engine: 'PGlite' | 'PostgreSQL', isForwarded = true): Promise<Sql> => {
  const url = engine === 'PGlite' ? undefined : await made.server?.createDatabase()
  const database = await openDatabase({ url, isForwarded })
  opened.push(database)
  return database.db
}
beforeAll(async () => {
  made.server = await startPostgres()
})
afterAll(async () => {
  for (const one of opened) {
    await one.close()
  }
  await made.server?.stop()
})

/**
 * Three rows in every table there is, whatever its columns; equal texts, so that references hold.
 */
async function fill(db: Sql, steps = knownSteps().length): Promise<number> {
  const tables = listTablesAfter(steps)
  for (const { name, columns } of tables) {
    for (const row of [0, 1, 2]) {
      const names = sql.join(
        columns.map((column) => sql.identifier(column.name)),
        sql`, `,
      )
      const values = columns.map(({ type }) => sql`${sampleOf(type, row)}::text::${sql.raw(type)}`)
      await db.execute(
        sql`insert into ${sql.identifier(name)} (${names}) values (${sql.join(values, sql`, `)})`,
      )
    }
  }
  return tables.length * 3
}

function sampleOf(type: string, row: number): string {
  if (type === 'text') return `it's "quoted", \\x ${row}\n\t€ 😀 null NULL {}`
  if (type === 'bytea') return `\\x00ff${row}0`
  if (type === 'jsonb')
    return JSON.stringify({ row, big: 1e300, list: [null, '\\', "'"], text: 'ü' })
  if (type.startsWith('numeric(')) return `${2n ** 256n - 1n - BigInt(row)}`
  if (type.startsWith('numeric')) return `0.00000000000000000000123456789${row}`
  if (type === 'bigint') return `${9_007_199_254_740_993n + BigInt(row)}`
  if (type === 'uuid') return `00000000-0000-4000-8000-00000000000${row}`
  if (type.startsWith('timestamp')) return `2026-03-29 01:30:00.12345${row}+00`
  if (type === 'date') return `2026-03-2${row}`
  if (type === 'boolean') return `${row > 0}`
  return String(row + 1)
}

async function take(db: Sql, meanwhile?: () => Promise<void>): Promise<string[]> {
  const lines: string[] = []
  await writeBackup(db, async (line) => {
    if (lines.length === 0) await meanwhile?.()
    lines.push(line)
  })
  return lines
}

async function* from(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}

/** Without the head, which holds the time, and whatever the order of rows is. */
const content = (lines: readonly string[]) => lines.slice(1).sort()

describe('back-up', () => {
  test('default', async () => {
    const first = await open('PGlite')
    const rows = await fill(first)
    const lines = await take(first)
    expect(JSON.parse(lines.at(-1) as string)).toEqual({ end: true, rows })
    const second = await open('PostgreSQL', false)
    expect(await restoreBackup(second, from(lines), { isReplacing: false })).toBe(rows)
    const again = await take(second)
    expect(content(again)).toEqual(content(lines))
    const third = await open('PGlite', false)
    await restoreBackup(third, from(again), { isReplacing: false })
    expect(content(await take(third))).toEqual(content(lines))
    expect(await readAppliedSteps(third)).toEqual(knownSteps().map(({ madeAt }) => madeAt))
  }, 180_000)

  test('behavior: is of one moment, while others write', async () => {
    const url = await made.server?.createDatabase()
    const [reader, writer] = await Promise.all([openDatabase({ url }), openDatabase({ url })])
    opened.push(reader, writer)
    await writer.db.insert(projects).values({ id: 'before' })
    const lines = await take(reader.db, () =>
      writer.db.insert(projects).values({ id: 'meanwhile' }).then(),
    )
    expect(lines.join()).toContain('before')
    expect(lines.join()).not.toContain('meanwhile')
  })

  test('behavior: many rows go through in parts', async () => {
    const [first, second] = [await open('PostgreSQL'), await open('PostgreSQL')]
    await first.execute(
      sql`insert into projects (id) select repeat('x', 900) || n from generate_series(1, 2001) n`,
    )
    expect(await restoreBackup(second, from(await take(first)), { isReplacing: false })).toBe(2001)
    expect(
      await queryRows(second, sql`select count(*) as n, count(distinct id) as ids from projects`),
    ).toEqual([{ n: '2001', ids: '2001' }])
  })

  test('behavior: one of an older version is brought forward', async () => {
    const known = knownSteps()
    const old = await open('PostgreSQL', false)
    await applySteps(old, known.slice(0, 1))
    await old.execute(sql`insert into projects (id) values ('old')`)
    const lines = await take(old)
    const now = await open('PostgreSQL')
    await restoreBackup(now, from(lines), { isReplacing: false })
    expect(await now.select().from(projects)).toMatchObject([{ id: 'old' }])
    expect(await readAppliedSteps(now)).toHaveLength(known.length)
  })

  test('behavior: what the target holds goes only when told', async () => {
    const [first, second] = [await open('PostgreSQL'), await open('PostgreSQL')]
    await first.insert(projects).values({ id: 'first' })
    await second.insert(projects).values({ id: 'second' })
    await second.execute(sql`create table foreign_to_us as select 1 as n`)
    const lines = await take(first)
    const refused = restoreBackup(second, from(lines), { isReplacing: false })
    await expect(refused).rejects.toMatchObject({
      code: 'config-invalid',
      context: { fix: expect.stringContaining('--replace') },
    })
    expect(await second.select().from(projects)).toMatchObject([{ id: 'second' }])
    await restoreBackup(second, from(lines), { isReplacing: true })
    expect(await second.select().from(projects)).toMatchObject([{ id: 'first' }])
    expect(await queryRows(second, sql`select n from foreign_to_us`)).toEqual([{ n: 1 }])
  })

  test('behavior: one that is cut, counted wrong, foreign or newer changes nothing', async () => {
    const [first, second] = [await open('PostgreSQL'), await open('PostgreSQL')]
    await first.insert(projects).values({ id: 'first' })
    await second.insert(projects).values({ id: 'second' })
    const lines = await take(first)
    const head = JSON.parse(lines[0] as string)
    const row = lines.findIndex((line) => line.includes('"first"'))
    const newer = JSON.stringify({ ...head, steps: [...head.steps, 9_999_999_999_999] })
    const evil = JSON.stringify({
      table: 'projects" cascade; drop table "origins',
      columns: ['id'],
    })
    const bad: readonly (readonly [string, readonly string[]])[] = [
      ['ends too early', lines.slice(0, -1)],
      ['ends too early', []],
      ['speaks of 1 rows', lines.toSpliced(row, 1)],
      ['no back-up', ['{}']],
      ['not JSON', ['<html>']],
      ['newer version', [newer, ...lines.slice(1)]],
      ['not ours', lines.toSpliced(1, 1, evil)],
    ]
    for (const [reason, cut] of bad) {
      const error = await restoreBackup(second, from(cut), { isReplacing: true }).catch(
        (one) => one,
      )
      expect([reason, error.code, error.context?.reason]).toEqual([
        reason,
        'config-invalid',
        expect.stringContaining(reason),
      ])
      expect(await second.select().from(projects)).toMatchObject([{ id: 'second' }])
    }
  })
})
