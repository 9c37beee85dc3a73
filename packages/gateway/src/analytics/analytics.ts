import type { AnalyticsEvent } from '@latchkey/protocol'
import type { TailListener } from './tail.ts'

/** What became of events that came in. */
export interface Recorded {
  readonly stored: number
  /** Known already: changed nothing. */
  readonly repeated: number
  /** Of no known name or shape: not kept, counted in `/metrics` only. */
  readonly refused: number
}

/** Events of pages: written by `/e` and `/batch`, read by the dashboard from the tables of `data/analytics-schema.ts`. */
export interface Analytics {
  /** Stores events of one project, each once, with its counts, in one transaction. */
  record(projectId: string, events: readonly AnalyticsEvent[], refused?: number): Promise<Recorded>
  /** Hears events of one project as they are stored by this process; the answer ends it. */
  tail(projectId: string, listener: TailListener): () => void
}
