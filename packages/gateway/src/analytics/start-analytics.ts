import { databaseKey } from '../data/database-key.ts'
import type { Database } from '../data/sql.ts'
import { describeError } from '../describe-error.ts'
import type { Log } from '../log.ts'
import type { OperatorSettings } from '../operator/operator-settings.ts'
import type { Analytics } from './analytics.ts'
import { createAnalytics } from './create-analytics.ts'
import { sweepEvents } from './sweep-events.ts'

export interface RunningAnalytics extends Analytics {
  /** Ends the sweep; resolves when it no longer touches the database. */
  stop(): Promise<void>
}

const dayMs = 86_400_000
const everyMs = 3_600_000

/** Events of pages, and an hourly sweep of those too old: by one replica at a time. */
export async function startAnalytics({
  settings,
  database,
  log,
}: {
  readonly settings: OperatorSettings
  readonly database: Database
  readonly log: Log
}): Promise<RunningAnalytics> {
  const { db } = database
  const analytics = createAnalytics({
    db,
    keepsAddresses: async () => (await settings.get('analytics.keepAddresses')) === 'true',
    key: await databaseKey(db, 'account'),
  })
  const ending = new AbortController()
  const sweep = async (): Promise<void> => {
    const lock = await database.tryLock('analytics-sweep')
    if (!lock) return
    try {
      const days = Number(await settings.get('analytics.keepDays'))
      if (!(days >= 1)) return
      const before = new Date(Date.now() - days * dayMs)
      const gone = await sweepEvents(db, before, AbortSignal.any([ending.signal, lock.signal]))
      if (gone > 0) log.info({ gone }, 'old events forgotten')
    } finally {
      await lock.release()
    }
  }
  const run = (): Promise<void> =>
    sweep().catch((error: Error) => log.error(describeError(error), 'sweep of events failed'))
  let last = run()
  const timer = setInterval(() => {
    last = last.then(run)
  }, everyMs)
  timer.unref()
  return {
    ...analytics,
    stop: async () => {
      clearInterval(timer)
      ending.abort()
      await last
    },
  }
}
