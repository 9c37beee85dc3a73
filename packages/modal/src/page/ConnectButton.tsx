import { getAccount } from '@latchkey/core'
import { type ReactElement, useSyncExternalStore } from 'react'
import type { Modal } from '../contract/modal.ts'
import { shortAddress } from '../shared/short-address.ts'
import { pageWords } from '../words/en/page.ts'
import { PageButton } from './PageButton.tsx'
import { useModalState } from './use-modal-state.ts'
import { useStarted } from './use-started.ts'

export declare namespace ConnectButton {
  interface Props {
    readonly modal: Modal
    /** Beside `latchkey-button`. */
    readonly className?: string
  }
}

/** "Connect wallet", then "Connecting…", then the account; opens the dialog. */
export function ConnectButton({ modal, className }: ConnectButton.Props): ReactElement {
  const { kit } = modal
  useStarted(kit)
  const readStatus = (): string => {
    const { status, address } = getAccount(kit)
    // The name belongs to it: what was kept of names may come after the wallet has answered.
    if (address)
      return `connected ${(kit.memory.get(address) as string | undefined) ?? shortAddress(address)}`
    return status === 'disconnected' ? status : 'connecting'
  }
  // A string, so that it is equal while nothing has changed.
  const [status = '', ...words] = useSyncExternalStore(
    kit.subscribe,
    readStatus,
    () => 'disconnected',
  ).split(' ')
  // A name becomes known while the dialog is open: its closing draws the button again.
  useModalState(modal)
  const short = words.join(' ')
  return (
    <PageButton
      modal={modal}
      kind="connect"
      status={status}
      className={className}
      label={short ? pageWords.account(short) : undefined}
    >
      {short || (status === 'connecting' ? pageWords.connecting : pageWords.connect)}
    </PageButton>
  )
}
