import type { ReactElement } from 'react'
import type { Modal } from '../contract/modal.ts'
import { pageWords } from '../words/en/page.ts'
import { PageButton } from './PageButton.tsx'
import { readAccountStatus } from './read-account-status.ts'
import { useDiscovery } from './use-discovery.ts'
import { useModalState } from './use-modal-state.ts'
import { useShownKit } from './use-shown-kit.ts'

export declare namespace ConnectButton {
  interface Props {
    readonly modal: Modal
    /** A further CSS class of the button, in addition to `latchkey-button`. */
    readonly className?: string
  }
}

/**
 * A button with the text "Connect wallet", then "Connecting…", then the account's name; it opens
 * the dialog.
 */
export function ConnectButton({ modal, className }: ConnectButton.Props): ReactElement {
  const { kit } = modal
  useDiscovery(kit)
  const [status = '', ...labelParts] = useShownKit(kit, readAccountStatus, 'disconnected').split(
    ' ',
  )
  // A name may be found while the dialog is open. This subscription draws the button again when the
  // dialog closes, so that the button shows the name.
  useModalState(modal)
  const shortLabel = labelParts.join(' ')
  return (
    <PageButton
      modal={modal}
      kind="connect"
      status={status}
      className={className}
      label={shortLabel ? pageWords.account(shortLabel) : undefined}
    >
      {shortLabel || (status === 'connecting' ? pageWords.connecting : pageWords.connect)}
    </PageButton>
  )
}
