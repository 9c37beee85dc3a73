import { type Kit, sendEmailCode } from '@latchkey/core'
import type { AccountId } from '@latchkey/protocol'
import { useEffect, useRef } from 'react'
import type { ViewModal } from '../../contract/view.ts'
import { keepAsked } from './asked.ts'
import { askingOf } from './email-question.ts'

/** As long as between two codes of signing in. */
const resendMs = 30_000

export interface Capture {
  /**
   * Mails a code; undefined when it did not have to be confirmed, or the visitor has gone. Throws
   * what `sendEmailCode` throws.
   */
  send(email: string): Promise<{ readonly uuid: string; readonly resendAt: number } | undefined>
  /** It is known by now, or will never be: goes on to what comes after. */
  finish(): void
  /** Whether the visitor is still there. */
  isShown(): boolean
}

/** What both views of asking for an email do. */
export function useCapture(kit: Kit, modal: Pick<ViewModal, 'close'>, account: AccountId): Capture {
  const asking = askingOf(kit)
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  const isShown = (): boolean => asking?.isShown() !== false
  const finishCapture = (): void => {
    keepAsked(kit, account)
    if (!isShown()) return
    if (asking) asking.goOn()
    else modal.close()
  }
  return {
    isShown,
    finish: finishCapture,
    send: async (email) => {
      const controller = new AbortController()
      leaving.current = controller
      const { uuid } = await sendEmailCode(kit, { email, account, signal: controller.signal })
      if (uuid !== null) return isShown() ? { uuid, resendAt: Date.now() + resendMs } : undefined
      finishCapture()
      return undefined
    },
  }
}
