import { startOnramp } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Starts an onramp order: `run({ provider, chain, wallet, … })`; unmounting the component aborts
 * the run.
 */
export function useStartOnramp(): Action<typeof startOnramp> {
  return useAction(startOnramp, { abortsOnUnmount: true })
}
