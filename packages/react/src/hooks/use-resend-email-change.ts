import { resendEmailChange } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Mails another code of a change of the email address: `run()`. */
export function useResendEmailChange(): Action<typeof resendEmailChange> {
  return useAction(resendEmailChange, { abortsSuperseded: false })
}
