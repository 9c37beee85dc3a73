import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { FurtherConnectButtons } from './FurtherConnectButtons.tsx'
import { useConsent } from './Legal.tsx'
import { WalletGroups } from './WalletGroups.tsx'

function ConnectWallets({ kit, modal }: ViewProps<'ConnectWallets'>): ReactElement {
  const consent = useConsent({ kit, modal })
  return (
    <>
      <WalletGroups kit={kit} modal={modal} consent={consent} />
      <FurtherConnectButtons kit={kit} modal={modal} consent={consent} />
      {/* With `legalCheckbox`, this view is shown only after the terms were accepted. */}
      {!kit.getState().features.legalCheckbox && consent.field}
    </>
  )
}

export const connectWalletsView: View<'ConnectWallets'> = {
  heading: (words) => words.connectWallets.heading,
  component: ConnectWallets,
  isWayIn: true,
}
