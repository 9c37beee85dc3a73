import { addTransaction } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Hands in a transaction that the page has sent by itself: `run({ chain, hash, description })`; a
 * second one never ends the first.
 */
export function useAddTransaction(): Action<typeof addTransaction> {
  return useAction(addTransaction, { abortsSuperseded: false })
}
