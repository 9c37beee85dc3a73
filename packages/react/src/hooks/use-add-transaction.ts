import { addTransaction } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Hands in a transaction that the page has sent without the kit:
 * `run({ chain, hash, description })`. A second `run` never aborts the first.
 */
export function useAddTransaction(): Action<typeof addTransaction> {
  return useAction(addTransaction, { abortsSuperseded: false })
}
