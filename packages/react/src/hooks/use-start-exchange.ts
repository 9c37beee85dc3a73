import { startExchange } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Asks where an exchange pays out: `run({ exchange, asset, amount, recipient })`, amount in base
 * units; leaving aborts.
 */
export function useStartExchange(): Action<typeof startExchange> {
  return useAction(startExchange, { abortsOnUnmount: true })
}
