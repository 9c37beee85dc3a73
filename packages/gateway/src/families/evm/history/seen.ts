import type { ChainId } from '@latchkey/protocol'
import type { Hex } from 'viem'
import type { Approval, Movement } from '../index-chain/decode-log.ts'

/** Where a transaction stands on its chain; unchanged by new blocks. */
export interface ChainPosition {
  readonly block: number
  readonly place: number
}

/** A mined transaction with what concerns one account. Addresses in lower case. */
export interface SeenTransaction extends ChainPosition {
  readonly chain: ChainId
  readonly hash: Hex
  readonly from: Hex
  /** Null where a contract was made. */
  readonly to: Hex | null
  readonly created: Hex | null
  readonly nonce: number
  /** Base units of the coin, paid by `from`. */
  readonly fee: bigint
  readonly isSuccess: boolean
  /** Null for a plain transfer. */
  readonly selector: Hex | null
  /** Base units of the coin. */
  readonly value: bigint
  /** Milliseconds since the epoch. */
  readonly minedAt: number
  /**
   * Of the account only, own value first, then logs, then internal ones; none of a failed
   * transaction.
   */
  readonly movements: readonly Movement[]
  /** Of the account as owner. */
  readonly approvals: readonly Approval[]
  /** How many movements the whole transaction has, counted up to `manyMovements`. */
  readonly movementCount: number
}

/** One page of one chain, newest first. */
export interface SeenPage {
  readonly items: readonly SeenTransaction[]
  /** Whether there may be older ones. */
  readonly hasMore: boolean
}

/**
 * More than this in one transaction is an airdrop or a batch of an exchange: nobody sends so much
 * by hand.
 */
export const manyMovements = 50
/** Movements of one account in one transaction that are shown. */
export const maxMovements = 200

/** Newest first; of two at the same time, by chain and place. */
export function newestFirst(a: SeenTransaction, b: SeenTransaction): number {
  return (
    b.minedAt - a.minedAt ||
    compareChains(a.chain, b.chain) ||
    b.block - a.block ||
    b.place - a.place
  )
}

function compareChains(a: ChainId, b: ChainId): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
