import type { ChainId } from '@latchkey/protocol'

/** How a verb reaches the wallet: an injected provider, or somebody else's wire. */
export interface Wire {
  ask(
    method: string,
    params: unknown,
    options: { readonly chain: ChainId; readonly signal?: AbortSignal },
  ): Promise<unknown>
  /** Resolves when the wallet next tells of a chain, or after `ms` milliseconds. */
  nextChain(ms: number): Promise<void>
  /**
   * The wallet keeps one present chain, which the verbs must ask for and compare; absent where each
   * request names its chain.
   */
  readonly hasPresentChain: boolean
}
