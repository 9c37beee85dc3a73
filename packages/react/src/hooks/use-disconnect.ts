import { disconnect } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Ends sessions: `run()` all of them, `run({ namespace })` or `run({ connector })` some. */
export function useDisconnect(): Action<typeof disconnect> {
  return useAction(disconnect)
}
