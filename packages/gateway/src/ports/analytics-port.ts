import type { Hex } from 'viem'
import type { Project } from '../data/project-store.ts'

/** What became of events that came in. */
export interface Recorded {
  readonly stored: number
  /** Known already: changed nothing. */
  readonly repeated: number
  /**
   * Of no known name or shape, or not wanted by the owner: not kept, counted in `/metrics` only.
   */
  readonly refused: number
}

/**
 * One event as it was stored, for those who look on: scrubbed, the address hashed unless the owner
 * keeps it.
 */
export interface TailEvent {
  readonly id: string
  /** When it came. */
  readonly at: Date
  readonly type: 'track' | 'error'
  readonly event: string
  readonly visit: string | null
  readonly accountHash: Hex | null
  readonly address: string | null
  readonly domain: string
  readonly properties: Readonly<Record<string, unknown>>
}

export type TailListener = (events: readonly TailEvent[]) => void

/**
 * Events of pages: written by `/e` and `/batch`, read by the dashboard from the tables of
 * `data/analytics-schema.ts`.
 */
export interface Analytics {
  /**
   * Stores events as a page sent them, each once, with its counts, in one transaction.
   * @param host of the page, as the browser says it
   */
  record(
    project: Pick<Project, 'id' | 'isAnalyticsEnabled'>,
    sent: readonly unknown[],
    host?: string,
  ): Promise<Recorded>
  /** Hears events of one project as they are stored by this process; the answer ends it. */
  tail(projectId: string, listener: TailListener): () => void
  /** Prometheus text. */
  renderMetrics(): string
}
