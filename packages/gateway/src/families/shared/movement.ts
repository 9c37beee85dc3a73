import type { AssetId } from '@latchkey/protocol'
import type { Unit } from './listed-units.ts'

/** The transfer of one asset, seen from an account. */
export interface Movement {
  readonly asset: AssetId
  /** Transferred amount in base units, 0 or more. */
  readonly amount: bigint
  readonly direction: 'in' | 'out' | 'self'
  /** The other account of the transfer; null when no single account is the other side. */
  readonly counterparty: string | null
  readonly unit: Unit
  /** Whether the asset is a collectible. */
  readonly isCollectible?: boolean
  /**
   * Whether the asset is neither the coin nor on the operator's list of tokens; no price is
   * requested for such an asset.
   */
  readonly isUnknown?: boolean
}

/** A transaction as seen from an account. */
export interface AccountTransaction {
  readonly hash: string
  /** Time of the transaction's block, in milliseconds since the epoch. */
  readonly minedAt: number
  readonly status: 'confirmed' | 'failed' | 'pending'
  /** Kind of operation, as docs/history.md defines it. */
  readonly operation: 'burn' | 'deploy' | 'execute' | 'mint' | 'receive' | 'send' | 'trade'
  readonly sentFrom: string
  readonly sentTo: string
  /** Nonce of the transaction; 0 on chains without nonces. */
  readonly nonce: number
  /** Block height or slot; absent for a pending transaction. */
  readonly block?: string
  /** Fee in base units of the coin; null when another account paid it. */
  readonly fee: bigint | null
  readonly movements: readonly Movement[]
  /**
   * Cursor of the page that begins after this transaction; `isPlace` of its reader must accept it.
   */
  readonly place: string
}

/**
 * Derives the kind of operation of a transaction from the account's transfers in it: transfers in
 * both directions are a trade, transfers in one direction a send or a receipt. `isOwn` says whether
 * the account signed the transaction.
 */
export function inferOperation(
  movements: readonly Movement[],
  isOwn: boolean,
): 'execute' | 'receive' | 'send' | 'trade' {
  const hasDirection = (direction: Movement['direction']): boolean =>
    movements.some((one) => one.direction === direction)
  if (hasDirection('in') && hasDirection('out')) return 'trade'
  if (hasDirection('out') || hasDirection('self')) return 'send'
  return hasDirection('in') || !isOwn ? 'receive' : 'execute'
}
