import { alwaysSentEvents } from '@latchkey/protocol'
import { Counter, Registry } from 'prom-client'
import type { Sql } from '../../data/sql.ts'
import type { Analytics, RecordedCounts } from '../../ports/analytics-port.ts'
import { hashAccount } from './hash-account.ts'
import { readEvent } from './read-event.ts'
import { type NewEvent, storeEvents } from './store-events.ts'
import { createTail } from './tail.ts'

export interface AnalyticsOptions {
  readonly db: Sql
  /**
   * Returns whether account addresses are stored in clear; it is called for each request, because
   * the dashboard may change the setting.
   */
  readonly keepsAddresses: () => boolean | Promise<boolean>
  readonly key: Uint8Array
  readonly now?: () => Date
}

const results = ['stored', 'repeated', 'refused'] as const

/** Stores analytics events in the database. */
export function createAnalytics({
  db,
  keepsAddresses,
  key,
  now = () => new Date(),
}: AnalyticsOptions): Analytics {
  const tail = createTail()
  const registry = new Registry()
  const events = new Counter({
    name: 'latchkey_events_total',
    help: 'Events of pages that were received, by what became of them.',
    labelNames: ['result'],
    registers: [registry],
  })
  for (const result of results) {
    events.inc({ result }, 0)
  }
  return {
    async record({ id: projectId, isAnalyticsEnabled }, rawEvents, host) {
      const keepsPlainAddresses = await keepsAddresses()
      const timestamp = now()
      const newEvents = rawEvents.flatMap((one): NewEvent[] => {
        const event = readEvent(one, host, keepsPlainAddresses)
        if (!event || !(isAnalyticsEnabled || isAlwaysSent(event.event))) return []
        const accountHash =
          event.address === null ? null : hashAccount(key, projectId, event.address)
        return [
          {
            ...event,
            at: timestamp,
            accountHash,
            address: keepsPlainAddresses ? event.address : null,
          },
        ]
      })
      const storedEvents = await storeEvents(db, projectId, newEvents)
      const recordedCounts: RecordedCounts = {
        stored: storedEvents.length,
        repeated: newEvents.length - storedEvents.length,
        refused: rawEvents.length - newEvents.length,
      }
      for (const result of results) {
        events.inc({ result }, recordedCounts[result])
      }
      tail.publish(projectId, storedEvents)
      return recordedCounts
    },
    tail: tail.listen,
    renderMetrics: () => registry.metrics(),
  }
}

function isAlwaysSent(event: string): boolean {
  return (alwaysSentEvents as readonly string[]).includes(event)
}
