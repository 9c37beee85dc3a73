import type { Kit } from '@latchkey/core'
import type { AssetId } from '@latchkey/protocol'
import { endSessions, spentOf } from './pay/spending.ts'

/**
 * Returns how much of a token the x402 payments of this kit have cost, or may have cost, since the
 * page was loaded; in base units.
 *
 * @example
 * import type { Kit } from '@latchkey/core'
 * import { getX402Spent } from '@latchkey/x402'
 *
 * const usdc = 'eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
 * export const leftOf = (kit: Kit, total: bigint) => total - getX402Spent(kit, { asset: usdc })
 */
export function getX402Spent(kit: Kit, { asset }: getX402Spent.Parameters): bigint {
  return spentOf(kit, asset)
}

export declare namespace getX402Spent {
  type Parameters = {
    /** CAIP-19 id of the token. */
    readonly asset: AssetId
  }
}

/**
 * Withdraws every `'session'` answer of the visitor, so that the next payment is asked about again.
 * What was spent stays counted.
 *
 * @example
 * import type { Kit } from '@latchkey/core'
 * import { endX402Sessions } from '@latchkey/x402'
 *
 * export const askAgain = (kit: Kit) => endX402Sessions(kit)
 */
export function endX402Sessions(kit: Kit): void {
  endSessions(kit)
}
