import type { ReactElement } from 'react'
import { Icon } from '../../parts/Icon.tsx'
import type { View, ViewProps } from '../../view.ts'
import { useConsent } from './Legal.tsx'
import { WalletGroups } from './WalletGroups.tsx'

function ConnectWallets({ kit, modal }: ViewProps<'ConnectWallets'>): ReactElement {
  const consent = useConsent({ kit, modal })
  return (
    <>
      <WalletGroups kit={kit} modal={modal} onPress={consent.ask} />
      {kit.options.features?.allWallets !== false && (
        <button
          type="button"
          className="secondary spaced"
          onClick={() => consent.ask(() => modal.push({ view: 'AllWallets' }))}
        >
          <Icon name="grid" />
          {modal.words.connect.allWallets}
        </button>
      )}
      {consent.field}
    </>
  )
}

export const connectWalletsView: View<'ConnectWallets'> = {
  heading: (words) => words.connectWallets.heading,
  component: ConnectWallets,
}
