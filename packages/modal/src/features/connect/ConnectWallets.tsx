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
      {/* With `legalCheckbox` the terms were already accepted above. */}
      {!kit.getState().features.legalCheckbox && consent.field}
    </>
  )
}

export const connectWalletsView: View<'ConnectWallets'> = {
  heading: (words) => words.connectWallets.heading,
  component: ConnectWallets,
  isWayIn: true,
}
