import { LatchkeyError } from '@latchkey/protocol'
import type { VaultWindow, WindowToFrame } from '@latchkey/protocol/vault'
import { answerWindow, askUnsealing, type OpenedWindow, reportWindowDone } from './opened-window.ts'
import { relayWindowCall } from './relay-window-call.ts'
import type { WindowContext } from './window-context.ts'

/**
 * Carries out a message that a window sends after its first one (hello). A message that this kind
 * of window may not send is ignored.
 * @throws what the work throws
 */
export async function takeWindowMessage(
  openedWindow: OpenedWindow,
  windowMessage: WindowToFrame,
  context: WindowContext & { readonly expectWindow: (window: VaultWindow, id: string) => void },
): Promise<void> {
  const { vault, signIn, approvals, onChange, expectWindow } = context
  switch (windowMessage.type) {
    case 'latchkey-window-decided': {
      if (openedWindow.window !== 'approve') return
      const { approved, payload } = windowMessage
      const isDecisionAccepted = approvals()?.decideApproval(openedWindow.approval, {
        approved: approved === true,
        payload,
      })
      return reportWindowDone(
        vault,
        openedWindow,
        isDecisionAccepted ? undefined : new LatchkeyError('request-not-allowed'),
      )
    }
    case 'latchkey-window-next': {
      const isValidNext =
        openedWindow.window === 'approve' && /^[\w-]{43}$/.test(String(windowMessage.next))
      const openApprovals = approvals()
      const shownApproval = openApprovals?.shown(openedWindow.approval)
      if (!openApprovals || !isValidNext || !shownApproval?.barred) return
      // The visitor wants to set up recovery first: the same window continues with that, and the
      // request ends as rejected.
      expectWindow('recovery', windowMessage.next)
      const { payload } = shownApproval
      openApprovals.decideApproval(openedWindow.approval, { approved: false, payload })
      return
    }
    case 'latchkey-window-recovered':
      if (typeof windowMessage.sealed === 'string') openedWindow.recovered?.(windowMessage.sealed)
      return
    case 'latchkey-window-recovery': {
      if (openedWindow.window !== 'recovery') return
      const { addRecovery } = await import('../account/wallet-changes.ts')
      await addRecovery(vault, signIn, windowMessage.recovery)
      await onChange(false)
      return reportWindowDone(vault, openedWindow)
    }
    case 'latchkey-window-export': {
      if (openedWindow.window !== 'export' && openedWindow.window !== 'way-out') return
      const sealedExport = await (openedWindow.window === 'export'
        ? (await import('../account/wallet-changes.ts')).exportToPublicKey(
            vault,
            signIn,
            windowMessage.sealTo,
          )
        : (await import('../account/way-out.ts')).exportWithoutSignIn(
            vault,
            windowMessage.sealTo,
            askUnsealing(vault, openedWindow),
          ))
      return answerWindow(vault, openedWindow, {
        type: 'latchkey-frame-export',
        sealed: sealedExport,
      })
    }
    case 'latchkey-window-ask':
      return relayWindowCall(openedWindow, windowMessage, context)
  }
}
