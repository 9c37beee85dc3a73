import type { ChainId } from '@latchkey/protocol'

/** An event that a contract emitted in a transaction. */
export interface CallsLog {
  /** Address of the contract that emitted the event. */
  readonly address: `0x${string}`
  /** Data of the event that is not indexed, in hex. */
  readonly data: `0x${string}`
  /** Indexed words (topics) of the event, in hex; the first one usually identifies the event. */
  readonly topics: readonly `0x${string}`[]
}

/** The receipt of one transaction of a batch. */
export interface CallsReceipt {
  /** Hash of the transaction. */
  readonly hash: `0x${string}`
  /** Number of the transaction's block. */
  readonly block: bigint
  readonly isSuccess: boolean
  /** Gas that the transaction used; absent when the wallet does not report it. */
  readonly gasUsed?: bigint
  /** Events of the batch's calls, in their order; empty when the wallet does not report them. */
  readonly logs: readonly CallsLog[]
}

/** The status of one call that was sent as a transaction of its own. */
export type CallStatus =
  | { readonly status: 'pending' | 'confirmed' | 'reverted'; readonly hash: `0x${string}` }
  /**
   * The transaction will not be in a block: another transaction used its nonce, or no node knows
   * it.
   */
  | { readonly status: 'dropped'; readonly hash: `0x${string}` }
  /** The call was not sent: the wallet was not asked, it refused, or it answered no hash. */
  | { readonly status: 'not-sent' }

/** The status of a batch of calls. */
export interface CallsStatus {
  readonly id: string
  /**
   * `failed`: the batch is not in a block, and the wallet has stopped trying. `reverted`: it is in
   * a block, but had no effect except that the fee was paid. `partly-reverted`: only some of the
   * calls had an effect.
   */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'reverted' | 'partly-reverted'
  /**
   * The batch's status code of EIP-5792: 100 pending, 200 confirmed, 400 failed, 500 reverted, 600
   * partly reverted. Wallets may use the numbers in between.
   */
  readonly code: number
  /** Whether the calls were sent as single transactions, because the wallet cannot send batches. */
  readonly isFallback: boolean
  /** Whether all calls were sent as one transaction; absent when the wallet does not say. */
  readonly isAtomic?: boolean
  /** Chain of the batch; absent when the wallet does not report it. */
  readonly chain?: ChainId
  /** Receipts of the batch's transactions, in their order on the chain. */
  readonly receipts: readonly CallsReceipt[]
  /**
   * The status of each call, in order; only for a batch whose calls were sent as single
   * transactions.
   */
  readonly calls?: readonly CallStatus[]
  /**
   * The wallet's answers about the capabilities that were asked for, unchecked: check each field
   * before it is used.
   */
  readonly capabilities?: Readonly<Record<string, unknown>>
}
