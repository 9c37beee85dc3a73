import type { Hex } from 'viem'

/** The fields of a block header that the index uses. All hex in this file is lower case. */
export interface ChainHeader {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  /** Bloom filter of the block's logs: 256 bytes. */
  readonly bloom: Hex
  /** Time of the block, in seconds since the epoch. */
  readonly minedAt: number
}

export interface ChainLog {
  /** Index of the log in its block. */
  readonly position: number
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** A transfer of coin by a contract, inside a transaction. */
export interface InternalTransfer {
  readonly from: Hex
  readonly to: Hex
  /** Amount in base units, above 0. */
  readonly value: bigint
}

/** A transaction from a block, before its receipt is read. */
export interface BareTransaction {
  readonly place: number
  readonly hash: Hex
  readonly from: Hex
  /** Receiver of the transaction; null when it creates a contract. */
  readonly to: Hex | null
  readonly nonce: number
  readonly value: bigint
  readonly selector: Hex | null
  /** Gas price of a legacy transaction; the price that was really paid is in the receipt. */
  readonly gasPrice: bigint | undefined
}

export interface BareBlock extends ChainHeader {
  readonly transactions: readonly BareTransaction[]
}

export interface ChainTransaction extends BareTransaction {
  readonly created: Hex | null
  readonly fee: bigint
  readonly gasUsed: bigint
  readonly isSuccess: boolean
  /** Logs of the transaction; none when it failed. */
  readonly logs: readonly ChainLog[]
  /**
   * Internal transfers of the transaction, in the order of the calls; empty when no trace was read.
   */
  readonly internal: readonly InternalTransfer[]
}

/**
 * A block whose header, transactions and logs were checked to belong together, as far as hashes,
 * positions and bloom filters can show it.
 */
export interface ChainBlock extends ChainHeader {
  readonly transactions: readonly ChainTransaction[]
}
