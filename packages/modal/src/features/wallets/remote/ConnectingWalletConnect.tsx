import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../../contract/view.ts'
import { RemoteConnect } from './RemoteConnect.tsx'

function ConnectingWalletConnect({
  kit,
  modal,
  route,
}: ViewProps<'ConnectingWalletConnect'>): ReactElement {
  return <RemoteConnect kit={kit} modal={modal} wallet={route.wallet} />
}

export const connectingWalletConnectView: View<'ConnectingWalletConnect'> = {
  heading: (_, { wallet }) => wallet.name,
  component: ConnectingWalletConnect,
  isWayIn: true,
}
