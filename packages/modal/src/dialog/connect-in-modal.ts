import { inWords, LatchkeyError } from '@latchkey/protocol'
import type { Modal } from '../contract/modal.ts'

/** A wallet that the page has chosen for the visitor. */
interface ChosenWallet {
  /** Id of the wallet's connector. */
  readonly connector: string
  /** Starts to connect, as a press on the wallet's row does. */
  readonly ask: () => void
}

/**
 * Opens Connect and resolves once a wallet is connected. A wallet that the page has chosen is asked
 * at once, unless the visitor must accept the owner's terms first.
 * @throws `modal-closed`
 */
export function connectInModal(modal: Modal, chosenWallet?: ChosenWallet): Promise<void> {
  return inWords(runConnectInModal(modal, chosenWallet))
}

async function runConnectInModal(modal: Modal, chosenWallet?: ChosenWallet): Promise<void> {
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
    const view = chosenWallet
      ? ({ view: 'ConnectingExternal', connector: chosenWallet.connector } as const)
      : 'Connect'
    if (!(await modal.open({ view }))) throw new LatchkeyError('modal-closed')
    if (chosenWallet && !mustAcceptTerms(modal)) chosenWallet.ask()
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

/**
 * Whether the visitor must tick the checkbox for the owner's terms before the dialog asks a wallet.
 */
function mustAcceptTerms({ kit, getOptions }: Modal): boolean {
  const { termsUrl, privacyUrl } = getOptions()
  return Boolean(termsUrl || privacyUrl) && kit.getState().features.legalCheckbox === true
}
