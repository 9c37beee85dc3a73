import { inWords, LatchkeyError } from '@latchkey/protocol'
import type { Modal } from '../contract/modal.ts'

/**
 * Opens Connect and resolves once a wallet is connected.
 * @throws `modal-closed`
 */
export function connectInModal(modal: Modal): Promise<void> {
  return inWords(runConnectInModal(modal))
}

async function runConnectInModal(modal: Modal): Promise<void> {
  let grantedConnector: string | undefined
  const stop = modal.kit.watch((event) => {
    if (event.type === 'connect-granted' || event.type === 'resume-granted')
      grantedConnector = event.connector
    // The new connection may end before the dialog closes, for example because the visitor does not
    // give an email address that the owner requires.
    if (
      (event.type === 'disconnected' || event.type === 'session-ended') &&
      event.connector === grantedConnector
    )
      grantedConnector = undefined
  })
  try {
    if (!(await modal.open({ view: 'Connect' }))) throw new LatchkeyError('modal-closed')
    await new Promise<void>((resolve) => {
      const checkClosed = (): void => {
        if (modal.getState().open) return
        unsubscribe()
        // The dialog may close during the same event that grants the connection.
        queueMicrotask(resolve)
      }
      const unsubscribe = modal.subscribe(checkClosed)
      checkClosed()
    })
    if (grantedConnector === undefined) throw new LatchkeyError('modal-closed')
  } finally {
    stop()
  }
}
