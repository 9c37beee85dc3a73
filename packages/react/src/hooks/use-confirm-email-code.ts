import { confirmEmailCode } from '@latchkey/core'
import { type Action, useAction } from './use-action.ts'

/** Confirms an email address with the digits of the mail: `run({ uuid, code })`. */
export function useConfirmEmailCode(): Action<typeof confirmEmailCode> {
  return useAction(confirmEmailCode, { abortsSuperseded: false })
}
