import { getAccount, type Kit } from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import type { ReactElement } from 'react'
import type { Modal } from '../contract/modal.ts'
import { pageWords } from '../words/en/page.ts'
import { PageButton } from './PageButton.tsx'
import { useDiscovery } from './use-discovery.ts'
import { useModalState } from './use-modal-state.ts'
import { useShownKit } from './use-shown-kit.ts'

export declare namespace NetworkButton {
  interface Props {
    readonly modal: Modal
    /** A further CSS class of the button, in addition to `latchkey-button`. */
    readonly className?: string
  }
}

/** A button with the text "Network {name}" that opens the list of networks. */
export function NetworkButton({ modal, className }: NetworkButton.Props): ReactElement {
  const { kit } = modal
  useDiscovery(kit)
  const readName = (shown: Kit): string => {
    const { chain } = getAccount(shown)
    // The name of a network that the page does not configure is known only once the dialog has
    // looked it up.
    const name = kit.chains.find(({ id }) => id === chain)?.name ?? kit[inside].names.get(chain)
    return name ?? pageWords.unknownNetwork
  }
  useModalState(modal)
  const name = useShownKit(kit, readName, kit.chains[0]?.name ?? pageWords.unknownNetwork)
  return (
    <PageButton
      modal={modal}
      kind="network"
      className={className}
      label={pageWords.network(name)}
      view="Networks"
    >
      {name}
    </PageButton>
  )
}
