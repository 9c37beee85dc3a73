import type { ChainId } from '@latchkey/protocol'

/** An event of a contract in a transaction. */
export interface CallsLog {
  /** Address of the contract. */
  readonly address: `0x${string}`
  /** Data that is not indexed, in hex. */
  readonly data: `0x${string}`
  /** Indexed words, in hex; the first one usually tells the event. */
  readonly topics: readonly `0x${string}`[]
}

/** The receipt of a transaction of a batch. */
export interface CallsReceipt {
  /** Hash of the transaction. */
  readonly hash: `0x${string}`
  /** Number of the block. */
  readonly block: bigint
  readonly isSuccess: boolean
  /** Units of gas that were used; absent when the wallet does not tell. */
  readonly gasUsed?: bigint
  /** Events of the batch's calls, in their order; empty when the wallet does not tell. */
  readonly logs: readonly CallsLog[]
}

/** What became of a call that went as a transaction of its own. */
export type CallStatus =
  | { readonly status: 'pending' | 'confirmed' | 'reverted'; readonly hash: `0x${string}` }
  /** It will not be on the chain: another transaction took its nonce, or no node knows it. */
  | { readonly status: 'dropped'; readonly hash: `0x${string}` }
  /** The wallet was not asked, refused, or gave no hash. */
  | { readonly status: 'not-sent' }

/** The status of a batch of calls. */
export interface CallsStatus {
  readonly id: string
  /**
   * `failed`: not on the chain, and the wallet has stopped trying. `reverted`: on the chain, but
   * only the fee was paid. `partly-reverted`: some calls had their effect, others not.
   */
  readonly status: 'pending' | 'confirmed' | 'failed' | 'reverted' | 'partly-reverted'
  /**
   * The number of EIP-5792 for it: 100 pending, 200 confirmed, 400 failed, 500 reverted, 600 partly
   * reverted; wallets may use the numbers in between.
   */
  readonly code: number
  /** Whether the batch went as single transactions, because the wallet cannot send batches. */
  readonly isFallback: boolean
  /** Whether all calls were sent as one transaction; absent when the wallet does not say. */
  readonly isAtomic?: boolean
  /** Chain of the batch; absent when the wallet does not report it. */
  readonly chain?: ChainId
  /** Receipts of the batch's transactions, in the order of the chain. */
  readonly receipts: readonly CallsReceipt[]
  /** Each call in its order; only for a batch that went as single transactions. */
  readonly calls?: readonly CallStatus[]
  /** What the wallet tells for capabilities that were asked: check each field before it is used. */
  readonly capabilities?: Readonly<Record<string, unknown>>
}
