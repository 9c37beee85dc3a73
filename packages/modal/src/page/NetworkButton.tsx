import { getAccount } from '@latchkey/core'
import { type ReactElement, useSyncExternalStore } from 'react'
import type { Modal } from '../modal.ts'
import { pageWords } from '../words/en/page.ts'
import { PageButton } from './PageButton.tsx'
import { useStarted } from './use-started.ts'

export declare namespace NetworkButton {
  interface Props {
    readonly modal: Modal
    /** Beside `latchkey-button`. */
    readonly className?: string
  }
}

/** "Network {name}"; opens the list of networks. */
export function NetworkButton({ modal, className }: NetworkButton.Props): ReactElement {
  const { kit } = modal
  useStarted(kit)
  const read = (): string => {
    const { chain } = getAccount(kit)
    return kit.chains.find(({ id }) => id === chain)?.name ?? pageWords.unknownNetwork
  }
  const name = useSyncExternalStore(kit.subscribe, read, () => kit.chains[0]?.name ?? pageWords.unknownNetwork)
  return (
    <PageButton modal={modal} kind="network" className={className} label={pageWords.network(name)} view="Networks">
      {name}
    </PageButton>
  )
}
