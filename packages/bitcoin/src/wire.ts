import type { ChainId } from '@latchkey/protocol'
import type { MethodName, ParamsOf, ResultOf } from '@latchkey/wbip/request'

/** How a wallet is reached; requests and answers are checked. */
export interface Wire {
  /** The wallet's name of a chain; undefined when the request carries none. */
  network(chain: ChainId): string | undefined
  ask<M extends MethodName>(
    method: M,
    params: ParamsOf<M>,
    options: {
      readonly chain: ChainId
      /** Bare address of the asking account; default the selected one. */
      readonly account?: string | undefined
      readonly signal?: AbortSignal | undefined
    },
  ): Promise<ResultOf<M>>
}
