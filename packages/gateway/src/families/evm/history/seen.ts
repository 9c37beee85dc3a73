import type { ChainId } from '@latchkey/protocol'
import type { Hex } from 'viem'
import type { Approval, Movement } from '../index-chain/decode-log.ts'

/** Position of a transaction on its chain: block number and index in the block. */
export interface ChainPosition {
  readonly block: number
  readonly place: number
}

/**
 * A mined transaction, with the transfers and approvals in it that involve one account. Addresses
 * are in lower case.
 */
export interface SeenTransaction extends ChainPosition {
  readonly chain: ChainId
  readonly hash: Hex
  readonly from: Hex
  /** Receiver of the transaction; null when it creates a contract. */
  readonly to: Hex | null
  readonly created: Hex | null
  readonly nonce: number
  /** Fee in base units of the coin, paid by `from`. */
  readonly fee: bigint
  readonly isSuccess: boolean
  /** First four bytes of the input data; null for a transfer of coin without data. */
  readonly selector: Hex | null
  /** Amount of coin that the transaction itself sends, in base units. */
  readonly value: bigint
  /** Time of the transaction's block, in milliseconds since the epoch. */
  readonly minedAt: number
  /**
   * Transfers of the account, in this order: the transaction's own value, transfers from logs,
   * internal transfers. Empty when the transaction failed.
   */
  readonly movements: readonly Movement[]
  /** Approvals that the account gave in the transaction. */
  readonly approvals: readonly Approval[]
  /** Number of transfers in the whole transaction, counted up to `manyMovementsLimit`. */
  readonly movementCount: number
}

/** One page of transactions of one chain, newest first. */
export interface SeenPage {
  readonly items: readonly SeenTransaction[]
  /** Whether older transactions may exist. */
  readonly hasMore: boolean
}

/**
 * A transaction with more transfers than this is an airdrop or an exchange's batch, not a manual
 * transfer.
 */
export const manyMovementsLimit = 50
/** Maximum number of transfers of one account in one transaction that are shown. */
export const maxMovements = 200

/** Sorts transactions newest first; those with the same time by chain and by position. */
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
