import type { ChainId } from '@latchkey/protocol'

/** The progress of the index of one chain. */
export interface IndexState {
  /**
   * First block of the continuous index. Of older blocks, only those are known that a search for an
   * account's past read.
   */
  readonly firstBlock: number
  /** First block that is not yet indexed. */
  readonly nextBlock: number
  /** Newest block that the node reported. */
  readonly headBlock: number
  /**
   * Whether this process writes the index of the chain; if false, another process writes it, or no
   * process does at the moment.
   */
  readonly isWriter: boolean
}

/** Transaction history of the configured chains, kept by following their blocks. */
export interface Index {
  /** Stops following the chains; resolves when nothing is written any more. */
  stop(): Promise<void>
  /**
   * Requests a search for an account's transactions below the first indexed block. The request is
   * cheap: callers may make it with every call. `account` is in the canonical spelling of its
   * family.
   */
  want(chain: ChainId, account: string): void
  /**
   * Returns the progress of a chain's index; undefined for a chain without `index`, and until its
   * first block is known.
   */
  state(chain: ChainId): IndexState | undefined
  /** Returns the metrics of the index in Prometheus text format; they contain no addresses. */
  renderMetrics(): Promise<string>
}
