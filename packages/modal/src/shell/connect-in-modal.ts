import { LatchkeyError } from '@latchkey/protocol'
import type { Modal } from '../modal.ts'

/**
 * Opens Connect and resolves once a wallet is connected.
 * @throws `modal-closed`
 */
export async function connectInModal(modal: Modal): Promise<void> {
  let isGranted = false
  const stop = modal.kit.watch(({ type }) => {
    if (type === 'connect-granted') isGranted = true
  })
  try {
    if (!(await modal.open({ view: 'Connect' }))) throw new LatchkeyError('modal-closed')
    await new Promise<void>((resolve) => {
      const check = (): void => {
        if (modal.getState().open) return
        leave()
        // The dialog may close within the very event that grants.
        queueMicrotask(resolve)
      }
      const leave = modal.subscribe(check)
      check()
    })
    if (!isGranted) throw new LatchkeyError('modal-closed')
  } finally {
    stop()
  }
}
