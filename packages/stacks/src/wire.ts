import type { ChainId } from '@latchkey/protocol'
import type { MethodName, ParamsOf, ResultOf } from '@latchkey/wbip/request'

/**
 * How an action reaches the wallet: through an object on the page, or a remote session. Requests
 * and answers are checked.
 */
export interface Wire {
  ask<M extends MethodName>(
    method: M,
    params: ParamsOf<M>,
    options: { readonly chain: ChainId; readonly signal?: AbortSignal },
  ): Promise<ResultOf<M>>
  /** The wallet's name for a chain; undefined when the wallet cannot use that chain. */
  networkName(chain: ChainId): string | undefined
  /** Compressed public key, hex; when the wallet answered one. */
  publicKeyOf(address: string): string | undefined
}
