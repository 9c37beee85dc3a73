import type { ChainId } from '@latchkey/protocol'
import type { MethodName, ParamsOf, ResultOf } from '@latchkey/wbip/request'

/**
 * How a verb reaches the wallet: an object on the page, or somebody else's wire. Requests and
 * answers are checked.
 */
export interface Wire {
  ask<M extends MethodName>(
    method: M,
    params: ParamsOf<M>,
    options: { readonly chain: ChainId; readonly signal?: AbortSignal },
  ): Promise<ResultOf<M>>
  /** How the wallet spells a chain; undefined where it cannot be asked for it. */
  networkName(chain: ChainId): string | undefined
  /** Compressed, hex; where the wallet told one. */
  publicKeyOf(address: string): string | undefined
}
