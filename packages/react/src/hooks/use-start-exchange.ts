import { startExchange } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Starts a deposit from an exchange: `run({ exchange, asset, amount, recipient })`, amount in base
 * units; unmounting the component aborts the run.
 */
export function useStartExchange(): Action<typeof startExchange> {
  return useAction(startExchange, { abortsOnUnmount: true })
}
