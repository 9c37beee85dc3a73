import { changeEmail } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Starts to change the email address of the signed-in visitor: `run({ email })`. */
export function useChangeEmail(): Action<typeof changeEmail> {
  return useAction(changeEmail, { abortsSuperseded: false })
}
