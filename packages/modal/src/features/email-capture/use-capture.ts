import { type Kit, sendEmailCode } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { useEffect, useRef } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import { rememberAskedAccount } from './asked-accounts.ts'
import { emailQuestionOf } from './email-question.ts'

/** Milliseconds until another code may be mailed, as in a login. */
const resendDelayMs = 30_000

export interface Capture {
  /**
   * Mails a code for the address. Resolves to undefined when no confirmation is needed, or the
   * visitor has left. Throws what `sendEmailCode` throws.
   */
  send(email: string): Promise<{ readonly uuid: string; readonly resendAt: number } | undefined>
  /**
   * Ends the question for an email address, answered or not, and continues after the connection.
   */
  finish(): void
  /** Whether the question for an email address is still shown. */
  isShown(): boolean
}

/** Actions that both views of the question for an email address share. */
export function useCapture(kit: Kit, modal: Pick<ViewModal, 'close'>, account: AccountId): Capture {
  const question = emailQuestionOf(kit)
  const unmountController = useRef<AbortController | null>(null)
  useEffect(() => () => unmountController.current?.abort(), [])
  const isShown = (): boolean => question?.isShown() !== false
  const finishCapture = (): void => {
    rememberAskedAccount(kit, account)
    if (!isShown()) return
    if (question) question.goOn()
    else modal.close()
  }
  return {
    isShown,
    finish: finishCapture,
    send: async (email) => {
      const controller = new AbortController()
      unmountController.current = controller
      const { uuid } = await sendEmailCode(kit, { email, account, signal: controller.signal })
      if (uuid !== null)
        return isShown() ? { uuid, resendAt: Date.now() + resendDelayMs } : undefined
      finishCapture()
      return undefined
    },
  }
}
