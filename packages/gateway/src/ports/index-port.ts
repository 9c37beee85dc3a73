import type { ChainId } from '@latchkey/protocol'

/** How far the index of one chain has come. */
export interface IndexState {
  /** First block that is indexed whole; below it only what a back-fill brought. */
  readonly firstBlock: number
  /** First block not yet indexed. */
  readonly nextBlock: number
  /** Newest block the node spoke of. */
  readonly headBlock: number
  /** Whether this process writes it; else another one does, or none at the moment. */
  readonly isWriter: boolean
}

/** History of the configured chains, kept by following their blocks. */
export interface Index {
  /** Ends following; resolves when nothing is written any more. */
  stop(): Promise<void>
  /**
   * Asks that an account's past be looked for; cheap, may be said with every request. `account` in
   * its family's one spelling.
   */
  want(chain: ChainId, account: string): void
  /** Undefined for a chain without `index`, and until its first block is known. */
  state(chain: ChainId): IndexState | undefined
  /** Figures in Prometheus text; no addresses. */
  renderMetrics(): string
}
