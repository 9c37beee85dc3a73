import { send } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Asks the wallet to send a drafted transfer: `run({ id })`; a second transfer never aborts the
 * first.
 */
export function useSend(): Action<typeof send> {
  return useAction(send, { abortsSuperseded: false })
}
