import type { Log } from '../../base/log.ts'
import type { Clients } from './clients.ts'
import type { RelayMetrics } from './metrics.ts'
import type { RelayStore } from './store/relay-store.ts'
import type { Topics } from './topics.ts'

/** State that all connections of a relay share. */
export interface SharedServices {
  readonly store: RelayStore
  readonly topics: Topics
  readonly clients: Clients
  readonly metrics: RelayMetrics
  readonly log: Log
  readonly now: () => number
}
