import { prepareSend } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Checks, estimates and drafts a transfer: `run({ asset, amount, to })`, amount in base units;
 * unmounting the component aborts the run.
 */
export function usePrepareSend(): Action<typeof prepareSend> {
  return useAction(prepareSend, { abortsOnUnmount: true })
}
