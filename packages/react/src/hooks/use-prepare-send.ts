import { prepareSend } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Checks and estimates a transfer and drafts it: `run({ asset, amount, to })`, amount in base
 * units; leaving aborts.
 */
export function usePrepareSend(): Action<typeof prepareSend> {
  return useAction(prepareSend, { abortsOnUnmount: true })
}
