import type { Project } from '../../data/project-store.ts'
import type { TailListener } from './tail.ts'

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
