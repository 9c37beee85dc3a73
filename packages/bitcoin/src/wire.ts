import type { ChainId } from '@latchkey/protocol'
import type { MethodName, ParamsOf, ResultOf } from '@latchkey/wbip/request'

/** A wallet, however it is reached: what it is asked is checked before, its answer after. */
export interface Wire {
  /** How the wallet spells a chain; undefined where it is not told. */
  network(chain: ChainId): string | undefined
  ask<M extends MethodName>(
    method: M,
    params: ParamsOf<M>,
    options: {
      readonly chain: ChainId
      /** Whose question it is, bare address; default the selected account's. */
      readonly account?: string | undefined
      readonly signal?: AbortSignal | undefined
    },
  ): Promise<ResultOf<M>>
}
