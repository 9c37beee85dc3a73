import type { ConnectViewName, FurtherViewName, LoginViewName, ViewName } from './route.ts'
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

/** Whether the view is there with the dialog. */
export function isConnectView(name: ViewName): name is ConnectViewName {
  return name in connectViews
}

/** Whether the view, none of those, comes with the further chunk. */
export function isFurtherView(name: ViewName): name is FurtherViewName | LoginViewName {
  // A list of their names would cost a page more before a click; a test holds this to all views.
  return /^(AllW|App|Conn|D|Em|G|Upd|WhatIsAW)/.test(name)
}
