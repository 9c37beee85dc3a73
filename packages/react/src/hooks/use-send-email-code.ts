import { sendEmailCode } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/**
 * Mails a code to an email address that the visitor gives to the site: `run({ email, account })`.
 */
export function useSendEmailCode(): Action<typeof sendEmailCode> {
  return useAction(sendEmailCode, { abortsSuperseded: false })
}
