import { getAccount } from '@latchkey/core'
import { type ReactElement, useSyncExternalStore } from 'react'
import { shortAddress } from '../account/short-address.ts'
import type { Modal } from '../modal.ts'
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
  const read = (): string => {
    const { status, address } = getAccount(kit)
    if (address) return `connected ${address}`
    return status === 'disconnected' ? status : 'connecting'
  }
  // A string, so that it is equal while nothing has changed.
  const [status = '', address] = useSyncExternalStore(kit.subscribe, read, () => 'disconnected').split(' ')
  // A name becomes known while the dialog is open: its closing draws the button again.
  useModalState(modal)
  const short = address && ((kit.memory.get(address) as string | undefined) ?? shortAddress(address))
  return (
    <PageButton
      modal={modal}
      kind="connect"
      status={status}
      className={className}
      label={short ? pageWords.account(short) : undefined}
    >
      {short ?? (status === 'connecting' ? pageWords.connecting : pageWords.connect)}
    </PageButton>
  )
}
