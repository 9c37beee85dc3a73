import { PGlite, types } from '@electric-sql/pglite'
import { LatchkeyError } from '@latchkey/protocol'
import { drizzle } from 'drizzle-orm/pglite'
import { unwatched } from '../watch/watch.ts'
import { bringForward } from './migrations.ts'
import type { OpenOptions } from './open-options.ts'
import type { Database, Sql } from './sql.ts'
import { vacuumPglite } from './vacuum-pglite.ts'
import { watchedPglite } from './watched-pglite.ts'

/** Whole numbers of raw statements are text, as PostgreSQL's own client gives them. */
const parsers = { [types.INT8]: (text: string) => text }

const vacuumMs = 60_000

type PgliteOptions = Pick<OpenOptions, 'isForwarded' | 'watch'> & { readonly vacuumEveryMs?: number }

/** The embedded database: in `folder`, or in memory. */
export async function openPglite(
  folder: string | undefined,
  { isForwarded = true, watch = unwatched, vacuumEveryMs = vacuumMs }: PgliteOptions = {},
): Promise<Database> {
  // A folder that is damaged fails while it is opened, at the latest with the first statement.
  const client = folder ? new PGlite(folder, { parsers }) : new PGlite({ parsers })
  const db = drizzle(watchedPglite(client, watch) as PGlite)
  try {
    await client.exec("set timezone = 'UTC'").catch((cause) => {
      throw unopenable(folder, cause)
    })
    if (isForwarded) await bringForward(db as unknown as Sql)
  } catch (error) {
    // One that could not be opened cannot be closed either.
    await client.close().catch(() => {})
    throw error
  }
  const held = new Set<string>()
  const vacuum: { last: Promise<unknown> } = { last: Promise.resolve() }
  const timer = setInterval(() => {
    // What fails is tried again; whatever is wrong with the database is met by those who ask it.
    vacuum.last = vacuum.last.then(() => vacuumPglite(client)).catch(() => {})
  }, vacuumEveryMs)
  timer.unref()
  return {
    db: db as unknown as Sql,
    async tryLock(name) {
      if (held.has(name)) return undefined
      held.add(name)
      return { signal: new AbortController().signal, release: async () => void held.delete(name) }
    },
    gauges: () => ({}),
    close: async () => {
      clearInterval(timer)
      await vacuum.last
      if (!client.closed) await client.close()
    },
  }
}

/** What the system says (a full disk, no rights) is told as it is; all else is the folder's own fault. */
function unopenable(folder: string | undefined, cause: unknown): unknown {
  const { code, name } = Object(cause) as { code?: unknown; name?: unknown }
  if (folder === undefined || (typeof code === 'string' && /^E[A-Z]+$/.test(code))) return cause
  return new LatchkeyError('config-invalid', {
    reason: `the database in ${folder} cannot be opened: it is damaged (${name})`,
    fix: 'keep a copy of the folder, delete it, and restore a back-up (latchkey-gateway restore)',
    cause,
  })
}
