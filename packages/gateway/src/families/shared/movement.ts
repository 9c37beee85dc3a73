import type { AssetId } from '@latchkey/protocol'
import type { Unit } from './listed-units.ts'

/** One asset that changed hands, seen from an account. */
export interface Movement {
  readonly asset: AssetId
  /** Base units, ≥ 0. */
  readonly amount: bigint
  readonly direction: 'in' | 'out' | 'self'
  /** Who had it before or has it now, where that is one account. */
  readonly counterparty: string | null
  readonly unit: Unit
  /** One of its kind. */
  readonly isCollectible?: boolean
  /** Not the coin, and not on the operator's list: nothing is asked about its price. */
  readonly isUnknown?: boolean
}

/** A transaction as it concerned an account. */
export interface AccountTransaction {
  readonly hash: string
  /** Milliseconds since the epoch. */
  readonly minedAt: number
  readonly status: 'confirmed' | 'failed' | 'pending'
  /** As docs/history.md has them. */
  readonly operation: 'burn' | 'deploy' | 'execute' | 'mint' | 'receive' | 'send' | 'trade'
  readonly sentFrom: string
  readonly sentTo: string
  /** 0 where the chain has none. */
  readonly nonce: number
  /** Height or slot; absent until there is one. */
  readonly block?: string
  /** Base units of the coin, where the account paid it. */
  readonly fee: bigint | null
  readonly movements: readonly Movement[]
  /** Where the page after this transaction begins: letters of `isPlace`. */
  readonly place: string
}

/**
 * The operation that movements prove: both ways is an exchange, one way a transfer; `isOwn` says
 * that the account signed.
 */
export function operationOf(
  movements: readonly Movement[],
  isOwn: boolean,
): 'execute' | 'receive' | 'send' | 'trade' {
  const hasDirection = (direction: Movement['direction']): boolean =>
    movements.some((one) => one.direction === direction)
  if (hasDirection('in') && hasDirection('out')) return 'trade'
  if (hasDirection('out') || hasDirection('self')) return 'send'
  return hasDirection('in') || !isOwn ? 'receive' : 'execute'
}
