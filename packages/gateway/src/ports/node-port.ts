import type { ChainId } from '@latchkey/protocol'

/** One question for a node: `params` is raw JSON text, or undefined. */
export interface NodeCall {
  readonly method: string
  readonly params?: string | undefined
}

/** One answer of a node: `text` is the raw JSON of its result or error. */
export interface NodeAnswer {
  readonly kind: 'result' | 'error'
  readonly text: string
  /** The same, parsed, where the port had to: numbers beyond 2^53 are rounded. */
  readonly value?: unknown
}

/** Nodes of the operator. */
export interface NodePort {
  /**
   * Asks all calls in one HTTP request; the answers come in their order.
   * @throws a refusal: 400 for an unknown chain, 503 when no node answers
   */
  ask(
    chain: ChainId,
    calls: readonly NodeCall[],
    signal?: AbortSignal,
  ): Promise<readonly NodeAnswer[]>
}
