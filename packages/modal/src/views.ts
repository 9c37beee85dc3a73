import type { ConnectViewName, RemoteViewName, ViewName } from './route.ts'
import type { ConnectViews } from './view.ts'
import { allWalletsView } from './views/connect/AllWallets.tsx'
import { connectView } from './views/connect/Connect.tsx'
import { connectingExternalView } from './views/connect/ConnectingExternal.tsx'
import { connectingMultiChainView } from './views/connect/ConnectingMultiChain.tsx'
import { connectWalletsView } from './views/connect/ConnectWallets.tsx'
import { whatIsAWalletView } from './views/connect/WhatIsAWallet.tsx'

/** Views that come with the dialog. Others stand in `remote/chunk.ts` and `account/chunk.ts`. */
export const connectViews: ConnectViews = {
  Connect: connectView,
  ConnectWallets: connectWalletsView,
  AllWallets: allWalletsView,
  ConnectingExternal: connectingExternalView,
  ConnectingMultiChain: connectingMultiChainView,
  WhatIsAWallet: whatIsAWalletView,
}

const remote: Readonly<Record<RemoteViewName, true>> = {
  ConnectingWalletConnect: true,
  ConnectingWalletConnectBasic: true,
  GetWallet: true,
  Downloads: true,
}

/** Whether the view is there with the dialog. */
export function isConnectView(name: ViewName): name is ConnectViewName {
  return name in connectViews
}

/** Whether the view is about a wallet that is not in this browser. */
export function isRemoteView(name: ViewName): name is RemoteViewName {
  return name in remote
}
