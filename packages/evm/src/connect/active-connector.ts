import type { Kit } from '@latchkey/core'
import { type ActiveWallet, getActiveWallet } from '@latchkey/core/inside'

/** Returns the active connector of eip155, and its session. Throws `not-connected`. */
export function activeConnector(kit: Kit): ActiveWallet {
  return getActiveWallet(kit, 'eip155')
}
