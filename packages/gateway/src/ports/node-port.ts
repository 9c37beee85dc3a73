import type { ChainId } from '@latchkey/protocol'

/** One JSON-RPC call to a node: `params` is raw JSON text, or undefined. */
export interface NodeCall {
  readonly method: string
  readonly params?: string | undefined
}

/** The answer of a node to one call: `text` is the raw JSON of the result or error. */
export interface NodeAnswer {
  readonly kind: 'result' | 'error'
  readonly text: string
  /**
   * The parsed `text`, present when the port had to parse it; numbers beyond 2^53 are rounded in
   * it.
   */
  readonly value?: unknown
}

/** Sends JSON-RPC calls to the operator's nodes. */
export interface NodePort {
  /**
   * Sends all calls in one HTTP request; returns the answers in the order of the calls.
   * @throws a refusal: 400 for an unknown chain, 503 when no node answers
   */
  ask(
    chain: ChainId,
    calls: readonly NodeCall[],
    signal?: AbortSignal,
  ): Promise<readonly NodeAnswer[]>
}
