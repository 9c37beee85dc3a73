import { changeEmail } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Begins to change the email address of who is signed in: `run({ email })`. */
export function useChangeEmail(): Action<typeof changeEmail> {
  return useAction(changeEmail, { abortsSuperseded: false })
}
