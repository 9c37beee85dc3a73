import type { Hex } from 'viem'
import type { Project } from '../data/project-store.ts'

/** Numbers of the received events that were stored, repeated and refused. */
export interface RecordedCounts {
  readonly stored: number
  /** Events that had been stored before; they are not stored a second time. */
  readonly repeated: number
  /**
   * Events with an unknown name or shape, or of a kind the owner turned off. They are only counted
   * in `/metrics`.
   */
  readonly refused: number
}

/**
 * One event as it was stored, for the live view of the dashboard. Identifying data is removed, and
 * the account address is hashed unless the owner keeps addresses.
 */
export interface TailEvent {
  readonly id: string
  /** When the gateway received the event. */
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
 * Analytics events of pages: `/e` and `/batch` write them, the dashboard reads them from the tables
 * of `data/analytics-schema.ts`.
 */
export interface Analytics {
  /**
   * Stores the events of a page with their counts, each event once, in one database transaction.
   * @param host - host name of the page, as the browser reports it
   */
  record(
    project: Pick<Project, 'id' | 'isAnalyticsEnabled'>,
    rawEvents: readonly unknown[],
    host?: string,
  ): Promise<RecordedCounts>
  /**
   * Calls `listener` for each event of a project that this process stores; the returned function
   * stops it.
   */
  tail(projectId: string, listener: TailListener): () => void
  /** Returns the counters of events in Prometheus text format. */
  renderMetrics(): Promise<string>
}
