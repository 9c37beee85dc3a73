import { prepareSwap } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Builds, simulates and drafts a swap: `run({ quote, slippage })`, slippage in percent; unmounting
 * the component aborts the run.
 */
export function usePrepareSwap(): Action<typeof prepareSwap> {
  return useAction(prepareSwap, { abortsOnUnmount: true })
}
