import type { Config } from '../../base/config/schema.ts'
import { describeError } from '../../base/describe-error.ts'
import type { Log } from '../../base/log.ts'
import { databaseKey } from '../../data/database-key.ts'
import type { Database } from '../../data/sql.ts'
import { sweepFacts } from '../../families/evm/tokens/sweep-facts.ts'
import type { Analytics } from '../../ports/analytics-port.ts'
import type { OperatorSettings } from '../../ports/operator-settings.ts'
import { createAnalytics } from './create-analytics.ts'
import { sweepCounts } from './sweep-counts.ts'
import { sweepEvents } from './sweep-events.ts'

export interface RunningAnalytics extends Analytics {
  /** Stops the hourly deletion; resolves when it no longer uses the database. */
  stop(): Promise<void>
}

const dayMs = 86_400_000
const sweepIntervalMs = 3_600_000

/**
 * Starts the event store, and an hourly deletion of old events, counts and metadata; one replica at
 * a time deletes.
 */
export async function startAnalytics({
  config,
  settings,
  database,
  log,
}: {
  readonly config: Pick<Config, 'analytics' | 'index'>
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
  const stopController = new AbortController()
  const sweepExpired = async (): Promise<void> => {
    const lock = await database.tryLock('analytics-sweep')
    if (!lock) return
    try {
      const signal = AbortSignal.any([stopController.signal, lock.signal])
      const daysAgo = (days: number): Date => new Date(Date.now() - days * dayMs)
      const days = Number(await settings.get('analytics.keepDays'))
      const deletedRows = {
        events: days >= 1 ? await sweepEvents(db, daysAgo(days), signal) : 0,
        counts: await sweepCounts(db, daysAgo(config.analytics.keepCountsDays), signal),
        facts: await sweepFacts(db, daysAgo(config.index.keepFactsDays), signal),
      }
      if (deletedRows.events + deletedRows.counts + deletedRows.facts > 0)
        log.info(deletedRows, 'what was too old was forgotten')
    } finally {
      await lock.release()
    }
  }
  const runSweep = (): Promise<void> =>
    sweepExpired().catch((error: Error) =>
      log.error(describeError(error), 'sweep of what is too old failed'),
    )
  let lastSweep = runSweep()
  const timer = setInterval(() => {
    lastSweep = lastSweep.then(runSweep)
  }, sweepIntervalMs)
  timer.unref()
  return {
    ...analytics,
    stop: async () => {
      clearInterval(timer)
      stopController.abort()
      await lastSweep
    },
  }
}
