import type { ConnectViewName, FurtherViewName, ViewName } from './route.ts'
import type { ConnectViews } from './view.ts'
import { connectView } from './views/connect/Connect.tsx'
import { connectingExternalView } from './views/connect/ConnectingExternal.tsx'
import { connectWalletsView } from './views/connect/ConnectWallets.tsx'

/** Views that come with the dialog. Others stand in `further/chunk.ts` and `account/chunk.ts`. */
export const connectViews: ConnectViews = {
  Connect: connectView,
  ConnectWallets: connectWalletsView,
  ConnectingExternal: connectingExternalView,
}

const further: Readonly<Record<FurtherViewName, true>> = {
  AllWallets: true,
  ConnectingMultiChain: true,
  ConnectingWalletConnect: true,
  ConnectingWalletConnectBasic: true,
  GetWallet: true,
  Downloads: true,
  WhatIsAWallet: true,
}

/** Whether the view is there with the dialog. */
export function isConnectView(name: ViewName): name is ConnectViewName {
  return name in connectViews
}

/** Whether the view is one step further than those. */
export function isFurtherView(name: ViewName): name is FurtherViewName {
  return name in further
}
