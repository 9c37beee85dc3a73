import type { Views } from '../../contract/view.ts'
import { connectView } from './Connect.tsx'
import { connectingExternalView } from './ConnectingExternal.tsx'
import { connectWalletsView } from './ConnectWallets.tsx'

/** The views that are part of the dialog's own chunk. */
export const connectViews: Views<'connect'> = {
  Connect: connectView,
  ConnectWallets: connectWalletsView,
  ConnectingExternal: connectingExternalView,
}
