import { prepareConnect } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Makes the pairing link ahead of the click: `run({ connector })` resolves to the link to show;
 * unmounting the component aborts the run.
 */
export function usePrepareConnect(): Action<typeof prepareConnect> {
  return useAction(prepareConnect, { abortsOnUnmount: true })
}
