import { sendEmailCode } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Has a code mailed to an address the visitor gives: `run({ email, account })`. */
export function useSendEmailCode(): Action<typeof sendEmailCode> {
  return useAction(sendEmailCode, { abortsSuperseded: false })
}
