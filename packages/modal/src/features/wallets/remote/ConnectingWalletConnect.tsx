import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../../contract/view.ts'
import { Remote } from './Remote.tsx'

function ConnectingWalletConnect({
  kit,
  modal,
  route,
}: ViewProps<'ConnectingWalletConnect'>): ReactElement {
  return <Remote kit={kit} modal={modal} wallet={route.wallet} />
}

export const connectingWalletConnectView: View<'ConnectingWalletConnect'> = {
  heading: (_, { wallet }) => wallet.name,
  component: ConnectingWalletConnect,
  isWayIn: true,
}
