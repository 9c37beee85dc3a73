import { confirmEmailChange } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Submits a code of an email address change: `run({ code })`. */
export function useConfirmEmailChange(): Action<typeof confirmEmailChange> {
  return useAction(confirmEmailChange, { abortsSuperseded: false })
}
