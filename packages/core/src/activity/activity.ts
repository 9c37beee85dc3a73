import type { ChainId } from '@latchkey/protocol'

/**
 * One asset that moved in a transaction. Its texts are plain text without markup, and its amount is
 * exact.
 */
export interface ActivityTransfer {
  readonly direction: 'in' | 'out' | 'self'
  /** CAIP-19 id of the asset, with `/` and the token id for a collectible; absent when unknown. */
  readonly asset?: string
  /** Name of the asset; may be empty. */
  readonly name: string
  /** Symbol of the asset; may be empty. */
  readonly symbol: string
  readonly isCollectible: boolean
  /** Amount in base units; `decimals` has the number of decimal places. */
  readonly amount: bigint
  readonly decimals: number
  /** Whether the entry is not a transfer but an approval of an unlimited amount. */
  readonly isUnlimited: boolean
  readonly isSpam: boolean
  /**
   * Fiat value of the amount when the block was mined, as a decimal string; absent when unknown.
   */
  readonly value?: string
  /** Fiat price of one whole unit when the block was mined, as a decimal string. */
  readonly price?: string
  /** Plain address (no CAIP-10 id) of the other party of the transfer. */
  readonly counterparty?: string
  /** Image of the token or collectible. The page's content security policy may forbid this URL. */
  readonly imageUrl?: string
}

/**
 * One transaction in an account's history, with the fields of the gateway's answer that passed the
 * checks.
 */
export interface Activity {
  readonly id: string
  readonly hash: string
  readonly chain: ChainId
  /**
   * Kind of the transaction: one of the 17 words that the gateway's protocol defines, such as
   * `send` or `approve`, or any other word in lower case.
   */
  readonly kind: string
  readonly status: 'confirmed' | 'failed' | 'pending'
  /** Time of the transaction, in milliseconds since the epoch. */
  readonly at: number
  /** Plain address (no CAIP-10 id) of the transaction's sender. */
  readonly from: string
  readonly to: string
  readonly nonce: number
  /** Number of the transaction's block, as decimal text. */
  readonly block?: string
  /** Fee of the transaction, in base units of the chain's coin. */
  readonly fee?: bigint
  readonly application?: string
  /** What a transaction does that the page itself sent, as the page describes it; plain text. */
  readonly description?: string
  /**
   * Whether the transaction is likely spam and hidden until the visitor asks for it. Never true of
   * a transaction that the account itself sent.
   */
  readonly isSpam: boolean
  readonly transfers: readonly ActivityTransfer[]
}
