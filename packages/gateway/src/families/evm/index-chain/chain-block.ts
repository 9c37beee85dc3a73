import type { Hex } from 'viem'

/** What a header says, as far as it is used. Hex is in lower case, here and below. */
export interface ChainHeader {
  readonly number: number
  readonly hash: Hex
  readonly parentHash: Hex
  /** 256 bytes. */
  readonly bloom: Hex
  /** Seconds since the epoch. */
  readonly minedAt: number
}

export interface ChainLog {
  /** Counted through the block. */
  readonly position: number
  readonly address: Hex
  readonly topics: readonly Hex[]
  readonly data: Hex
}

/** Coin that a contract sent on. */
export interface InternalTransfer {
  readonly from: Hex
  readonly to: Hex
  /** Base units, > 0. */
  readonly value: bigint
}

/** A transaction as the block has it, before its receipt is known. */
export interface BareTransaction {
  readonly place: number
  readonly hash: Hex
  readonly from: Hex
  /** Null where a contract is made. */
  readonly to: Hex | null
  readonly nonce: number
  readonly value: bigint
  readonly selector: Hex | null
  /** Of old transactions; what was paid stands in the receipt. */
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
  /** None of a failed one. */
  readonly logs: readonly ChainLog[]
  /** In order of the calls; empty where nobody traced. */
  readonly internal: readonly InternalTransfer[]
}

/** A block whose parts belong together, proven as far as hashes, places and blooms prove it. */
export interface ChainBlock extends ChainHeader {
  readonly transactions: readonly ChainTransaction[]
}
