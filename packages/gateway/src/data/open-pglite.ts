import { PGlite, types } from '@electric-sql/pglite'
import { drizzle } from 'drizzle-orm/pglite'
import { unwatched } from '../watch/watch.ts'
import { bringForward } from './migrations.ts'
import type { OpenOptions } from './open-options.ts'
import type { Database, Sql } from './sql.ts'
import { watchedPglite } from './watched-pglite.ts'

/** Whole numbers of raw statements are text, as PostgreSQL's own client gives them. */
const parsers = { [types.INT8]: (text: string) => text }

/** The embedded database: in `folder`, or in memory. */
export async function openPglite(
  folder: string | undefined,
  { isForwarded = true, watch = unwatched }: Pick<OpenOptions, 'isForwarded' | 'watch'> = {},
): Promise<Database> {
  const client = folder ? new PGlite(folder, { parsers }) : new PGlite({ parsers })
  const db = drizzle(watchedPglite(client, watch) as PGlite)
  try {
    await client.exec("set timezone = 'UTC'")
    if (isForwarded) await bringForward(db as unknown as Sql)
  } catch (error) {
    await client.close()
    throw error
  }
  const held = new Set<string>()
  return {
    db: db as unknown as Sql,
    async tryLock(name) {
      if (held.has(name)) return undefined
      held.add(name)
      return { signal: new AbortController().signal, release: async () => void held.delete(name) }
    },
    gauges: () => ({}),
    close: async () => {
      if (!client.closed) await client.close()
    },
  }
}
