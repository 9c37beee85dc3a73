import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../../contract/view.ts'
import { RemoteConnect } from './RemoteConnect.tsx'

function ConnectingWalletConnectBasic({
  kit,
  modal,
}: ViewProps<'ConnectingWalletConnectBasic'>): ReactElement {
  return <RemoteConnect kit={kit} modal={modal} />
}

export const connectingWalletConnectBasicView: View<'ConnectingWalletConnectBasic'> = {
  heading: (words) => words.remote.heading,
  component: ConnectingWalletConnectBasic,
  isWayIn: true,
}
