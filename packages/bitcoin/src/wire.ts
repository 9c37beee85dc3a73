import type { ChainId } from '@latchkey/protocol'
import type { MethodName, ParamsOf, ResultOf } from '@latchkey/wbip/request'

/** Sends requests to a wallet; requests and answers are checked. */
export interface Wire {
  /** The wallet's name for a chain; undefined when its requests do not carry a chain. */
  network(chain: ChainId): string | undefined
  ask<M extends MethodName>(
    method: M,
    params: ParamsOf<M>,
    options: {
      readonly chain: ChainId
      /** Address of the requesting account, without a CAIP-10 prefix; default the selected one. */
      readonly account?: string | undefined
      readonly signal?: AbortSignal | undefined
    },
  ): Promise<ResultOf<M>>
}
