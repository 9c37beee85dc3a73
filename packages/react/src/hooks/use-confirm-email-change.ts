import { confirmEmailChange } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Takes a code of a change of the email address: `run({ code })`. */
export function useConfirmEmailChange(): Action<typeof confirmEmailChange> {
  return useAction(confirmEmailChange, { abortsSuperseded: false })
}
