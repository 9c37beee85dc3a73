import { prepareConnect } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Makes on intent what a wallet elsewhere is reached by: `run({ connector })` gives the link to
 * show; leaving aborts.
 */
export function usePrepareConnect(): Action<typeof prepareConnect> {
  return useAction(prepareConnect, { abortsOnUnmount: true })
}
