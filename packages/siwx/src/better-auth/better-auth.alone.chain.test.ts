import { getMigrations } from 'better-auth/db/migration'
import pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { describeBetterAuth } from '../../test/describe-better-auth.ts'
import { startPostgres } from '../../test/start-postgres.ts'

const run = {} as { postgres: Awaited<ReturnType<typeof startPostgres>>; pool: pg.Pool }
beforeAll(async () => {
  run.postgres = await startPostgres()
  run.pool = new pg.Pool({ connectionString: run.postgres.url, max: 10 })
})
afterAll(async () => {
  await run.pool?.end()
  await run.postgres?.stop()
})

describeBetterAuth(
  'siwxPlugin in PostgreSQL',
  () => run.pool,
  async (options) => {
    await run.pool.query('drop schema public cascade; create schema public')
    const { runMigrations } = await getMigrations(options)
    await runMigrations()
  },
)
