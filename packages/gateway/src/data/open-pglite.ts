import type { PGlite } from '@electric-sql/pglite'
import { LatchkeyError } from '@latchkey/protocol'
import { drizzle } from 'drizzle-orm/pglite'
import { watchNothing } from '../base/watch/watch.ts'
import { applyMissingSteps } from './migrations.ts'
import type { OpenOptions } from './open-options.ts'
import { keptThread } from './pglite/kept-thread.ts'
import type { Database, Sql } from './sql.ts'
import { vacuumPglite } from './vacuum-pglite.ts'
import { watchedPglite } from './watched-pglite.ts'

const vacuumMs = 60_000

type PgliteOptions = Pick<OpenOptions, 'isForwarded' | 'watch' | 'log'> & {
  readonly vacuumEveryMs?: number
}

/** Opens the embedded database, in `folder` or in memory, in a thread of its own. */
export async function openPglite(
  folder: string | undefined,
  { isForwarded = true, watch = watchNothing, log, vacuumEveryMs = vacuumMs }: PgliteOptions = {},
): Promise<Database> {
  const onLost = ({ message }: Error): void =>
    log?.error({ reason: message }, 'the embedded database crashed')
  const thread = await keptThread(folder, onLost).catch((cause) => {
    throw openingError(folder, cause)
  })
  const db = drizzle(watchedPglite(thread, watch) as unknown as PGlite)
  try {
    if (isForwarded) await applyMissingSteps(db as unknown as Sql)
  } catch (error) {
    await thread.close().catch(() => {})
    throw error
  }
  const unwatchedThread = watchedPglite(thread, watchNothing)
  const heldLocks = new Set<string>()
  const vacuum: { last: Promise<unknown> } = { last: Promise.resolve() }
  const timer = setInterval(() => {
    // A failed vacuum is tried again later; statements report any fault of the database.
    vacuum.last = vacuum.last.then(() => vacuumPglite(unwatchedThread)).catch(() => {})
  }, vacuumEveryMs)
  timer.unref()
  return {
    db: db as unknown as Sql,
    async tryLock(name) {
      if (heldLocks.has(name)) return undefined
      heldLocks.add(name)
      return {
        signal: new AbortController().signal,
        release: async () => void heldLocks.delete(name),
      }
    },
    gauges: () => ({}),
    close: async () => {
      clearInterval(timer)
      await vacuum.last
      await thread.close()
    },
  }
}

/**
 * Returns the error to report when the database cannot be opened. An error of the operating system
 * (full disk, no rights, no thread) is returned unchanged; every other error means that the folder
 * is damaged.
 */
function openingError(folder: string | undefined, cause: unknown): unknown {
  const { code, name } = Object(cause) as { code?: unknown; name?: unknown }
  if (folder === undefined || (typeof code === 'string' && /^(?:E[A-Z_]+|57P02)$/.test(code)))
    return cause
  return new LatchkeyError('config-invalid', {
    reason: `the database in ${folder} cannot be opened: it is damaged (${name})`,
    fix: 'keep a copy of the folder, delete it, and restore a back-up (latchkey-gateway restore)',
    cause,
  })
}
