import { LatchkeyError } from '@latchkey/protocol'
import { answerWindow, askUnsealing, type OpenedWindow, reportWindowDone } from './opened-window.ts'
import type { WindowContext } from './window-context.ts'

/**
 * Answers a window's first message (hello) with what the window must show. For a recovery window it
 * then carries out the recovery, and resolves at its end.
 * @throws what the recovery or the gateway throws
 */
export async function greetWindow(
  openedWindow: OpenedWindow,
  { vault, signIn, logins, approvals, onChange }: WindowContext,
): Promise<void> {
  if (openedWindow.window === 'approve') {
    const shownApproval = approvals()?.shown(openedWindow.approval)
    if (shownApproval)
      answerWindow(vault, openedWindow, { type: 'latchkey-frame-approval', ...shownApproval })
    else reportWindowDone(vault, openedWindow, new LatchkeyError('request-not-allowed'))
    return
  }
  if (openedWindow.window === 'recover') {
    // A window that is reloaded during a recovery gets the frame's message again.
    if (openedWindow.asked) return answerWindow(vault, openedWindow, openedWindow.asked)
    const { recoverOnDevice: recoverHere } = await import('../account/wallet-changes.ts')
    try {
      await recoverHere(vault, signIn, askUnsealing(vault, openedWindow))
    } finally {
      // The worker to which the recovery share would be sealed has ended, so the next window starts
      // a new recovery.
      delete openedWindow.asked
    }
    await logins.finishRecovery()
    await onChange(false)
    return reportWindowDone(vault, openedWindow)
  }
  if (openedWindow.window === 'export' && !(await signIn.current())) openedWindow.window = 'way-out'
  const label =
    openedWindow.window === 'way-out'
      ? await (await import('../account/way-out.ts')).readLocalAddress(vault)
      : ((await signIn.call('GET /api/account', undefined)).identities[0]?.label ?? '')
  answerWindow(vault, openedWindow, {
    type: 'latchkey-frame-ready',
    window: openedWindow.window,
    site: vault.site,
    label,
  })
}
