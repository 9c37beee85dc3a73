import { prepareSwap } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Builds and tries a swap and drafts it: `run({ quote, slippage })`, slippage in percent; leaving
 * aborts.
 */
export function usePrepareSwap(): Action<typeof prepareSwap> {
  return useAction(prepareSwap, { abortsOnUnmount: true })
}
