import { hasCode, LatchkeyError } from '@latchkey/protocol'
import type { WindowToFrame } from '@latchkey/protocol/vault'
import { changingCalls, endingCalls, relayedCalls } from '../relay/relayed-calls.ts'
import { awaitHeartbeats } from './await-heartbeats.ts'
import { answerWindow, codeOfError, type OpenedWindow } from './opened-window.ts'
import type { WindowContext } from './window-context.ts'

type WindowCall = Extract<WindowToFrame, { type: 'latchkey-window-ask' }>

/**
 * Makes a call to the gateway for a window, if windows of its kind may make it, and answers with
 * the result or the error. A call whose number was used before is ignored.
 */
export async function relayWindowCall(
  openedWindow: OpenedWindow,
  windowMessage: WindowCall,
  context: WindowContext,
): Promise<void> {
  const { vault, onChange } = context
  if (!Number.isSafeInteger(windowMessage.ask) || windowMessage.ask <= openedWindow.last) return
  openedWindow.last = windowMessage.ask
  try {
    if (!relayedCalls[openedWindow.window].includes(windowMessage.call))
      throw new LatchkeyError('request-not-allowed')
    const callAnswer = await answerCall(openedWindow, windowMessage, context)
    answerWindow(vault, openedWindow, {
      type: 'latchkey-frame-answer',
      ask: windowMessage.ask,
      answer: callAnswer,
    })
    if (endingCalls.has(windowMessage.call)) {
      // The wallet's data on this device is deleted only with the account. After a freeze it stays,
      // because it is needed when the account is unfrozen.
      await vault.store.forget(windowMessage.call === 'POST /api/account/delete')
      // When the session ends, the page removes this frame; the window must get its message
      // before that.
      await awaitHeartbeats(openedWindow)
    }
    if (changingCalls.has(windowMessage.call)) await onChange(endingCalls.has(windowMessage.call))
  } catch (error) {
    const { retryAfter } = hasCode(error) ? error.context : {}
    const retryFields = typeof retryAfter === 'number' ? { retryAfter } : {}
    answerWindow(vault, openedWindow, {
      type: 'latchkey-frame-answer',
      ask: windowMessage.ask,
      code: codeOfError(error),
      ...retryFields,
    })
  }
}

async function answerCall(
  { window }: OpenedWindow,
  { call, body }: WindowCall,
  { vault, signIn }: WindowContext,
): Promise<unknown> {
  if (call === 'remove-recovery') {
    const { removeRecovery } = await import('../account/wallet-changes.ts')
    await removeRecovery(vault, signIn, (body as { method?: unknown } | null)?.method)
    return {}
  }
  if (window === 'way-out')
    return (await import('../account/way-out.ts')).askPepper(vault, body as never)
  return signIn.call(call, body as never)
}
