import type { ChainId } from '@latchkey/protocol'

/**
 * How an action reaches the wallet: through an injected provider, or a transport's remote session.
 */
export interface Wire {
  ask(
    method: string,
    params: unknown,
    options: { readonly chain: ChainId; readonly signal?: AbortSignal },
  ): Promise<unknown>
  /** Resolves when the wallet next reports a chain, or after `ms` milliseconds. */
  nextChain(ms: number): Promise<void>
  /**
   * Whether the wallet has one present chain, which the actions must read and compare; false when
   * each request names its chain.
   */
  readonly hasPresentChain: boolean
}
