import type { ConnectViewName, ViewName } from './route.ts'
import type { ConnectViews } from './view.ts'
import { allWalletsView } from './views/connect/AllWallets.tsx'
import { connectView } from './views/connect/Connect.tsx'
import { connectingExternalView } from './views/connect/ConnectingExternal.tsx'
import { connectingMultiChainView } from './views/connect/ConnectingMultiChain.tsx'
import { connectWalletsView } from './views/connect/ConnectWallets.tsx'
import { getWalletView } from './views/connect/GetWallet.tsx'
import { whatIsAWalletView } from './views/connect/WhatIsAWallet.tsx'

/** Views that come with the dialog. Those of an account stand in `account/chunk.ts`. */
export const connectViews: ConnectViews = {
  Connect: connectView,
  ConnectWallets: connectWalletsView,
  AllWallets: allWalletsView,
  ConnectingExternal: connectingExternalView,
  ConnectingMultiChain: connectingMultiChainView,
  GetWallet: getWalletView,
  WhatIsAWallet: whatIsAWalletView,
}

/** Whether the view is there with the dialog. */
export function isConnectView(name: ViewName): name is ConnectViewName {
  return name in connectViews
}
