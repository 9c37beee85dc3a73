import { watchTransaction } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Waits until the chain has settled a transaction: `run({ id })`; unmounting stops the wait, not
 * the transaction.
 */
export function useWatchTransaction(): Action<typeof watchTransaction> {
  return useAction(watchTransaction, { abortsOnUnmount: true })
}
