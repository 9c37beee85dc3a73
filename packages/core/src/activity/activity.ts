import type { ChainId } from '@latchkey/protocol'

/** One asset that moved in a transaction. Texts are plain; amounts are exact. */
export interface ActivityTransfer {
  readonly direction: 'in' | 'out' | 'self'
  /** CAIP-19, with `/` and the token id for a collectible; absent when unknown. */
  readonly asset?: string
  /** Name of the asset; may be empty. */
  readonly name: string
  /** Symbol of the asset; may be empty. */
  readonly symbol: string
  readonly isCollectible: boolean
  /** Base units of `decimals`. */
  readonly amount: bigint
  readonly decimals: number
  /** Whether this is an approval of an unlimited amount. */
  readonly isUnlimited: boolean
  readonly isSpam: boolean
  /** Fiat value at the time of the block, decimal string; absent when unknown. */
  readonly value?: string
  /** Fiat price of one whole unit at that time, decimal string. */
  readonly price?: string
  /** Bare address of the other party. */
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
   * Kind of the transaction: one of the gateway's 17 words, such as `send` or `approve`, or any
   * other word in lower case.
   */
  readonly kind: string
  readonly status: 'confirmed' | 'failed' | 'pending'
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Bare address of the sender. */
  readonly from: string
  readonly to: string
  readonly nonce: number
  /** Block number in decimal. */
  readonly block?: string
  /** Fee in base units of the chain's coin. */
  readonly fee?: bigint
  readonly application?: string
  /** What the page says about a transaction that it has sent by itself: plain text. */
  readonly description?: string
  /**
   * Whether the transaction is likely spam and hidden until the visitor asks for it. Never true of
   * a transaction that the account itself sent.
   */
  readonly isSpam: boolean
  readonly transfers: readonly ActivityTransfer[]
}
