import type { ChainId } from '@latchkey/protocol'

/**
 * How the code of this package reaches a wallet: through an injected provider, or through a
 * transport's remote session.
 */
export interface Wire {
  ask(
    method: string,
    params: unknown,
    options: { readonly chain: ChainId; readonly signal?: AbortSignal },
  ): Promise<unknown>
  /** Resolves when the wallet next reports its chain, or after `ms` milliseconds. */
  nextChain(ms: number): Promise<void>
  /**
   * Whether the wallet has one present chain, which must be read and compared before a request;
   * false when each request names its chain.
   */
  readonly hasPresentChain: boolean
}
