import type { Kit } from '@latchkey/core'
import { type ActiveWallet, getActiveWallet } from '@latchkey/core/inside'
import type { AccountId } from '@latchkey/protocol'

/**
 * Returns the connected Solana wallet that `account` belongs to, with its session; without
 * `account`, the active one. Throws `not-connected`.
 */
export function activeConnector(kit: Kit, account?: AccountId): ActiveWallet {
  return getActiveWallet(kit, 'solana', account)
}
