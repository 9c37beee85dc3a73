import { resendEmailChange } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Mails another code for an email address change: `run()`. */
export function useResendEmailChange(): Action<typeof resendEmailChange> {
  return useAction(resendEmailChange, { abortsSuperseded: false })
}
