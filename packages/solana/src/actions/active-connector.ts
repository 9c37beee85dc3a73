import type { Kit } from '@latchkey/core'
import { type ActiveWallet, getActiveWallet } from '@latchkey/core/inside'
import type { AccountId } from '@latchkey/protocol'

/**
 * Returns the active connector of Solana, or the one of another wallet that alone has `account`,
 * and its session. Throws `not-connected`.
 */
export function activeConnector(kit: Kit, account?: AccountId): ActiveWallet {
  return getActiveWallet(kit, 'solana', account)
}
