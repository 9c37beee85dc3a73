import type { Peer, Platform, WalletLink } from '@latchkey/core'
import { toWalletLink } from '@latchkey/core/inside'

/** The link to the remote wallet's app, if that app is on this phone. */
export function peerLink({ native, universal }: Peer, platform: Platform): WalletLink | null {
  if (!platform.isPhone) return null
  return (
    (native ? toWalletLink(native, platform) : null) ??
    (universal ? toWalletLink(universal, platform) : null)
  )
}
