import type { ChainId } from '@latchkey/protocol'

/** One thing that moved in a transaction. Texts are plain; amounts are exact. */
export interface ActivityTransfer {
  readonly direction: 'in' | 'out' | 'self'
  /** CAIP-19, with `/` and the token id for a collectible; absent when unknown. */
  readonly asset?: string
  /** May be empty. */
  readonly name: string
  /** May be empty. */
  readonly symbol: string
  readonly isCollectible: boolean
  /** Base units of `decimals`. */
  readonly amount: bigint
  readonly decimals: number
  /** An approval of any amount. */
  readonly isUnlimited: boolean
  readonly isSpam: boolean
  /** Fiat value at the time it was mined, decimal string; absent when unknown. */
  readonly value?: string
  /** Fiat price of one whole unit at that time, decimal string. */
  readonly price?: string
  /** Bare address of the other side. */
  readonly counterparty?: string
  /** Of the token or the collectible; not yet known to be allowed on the page. */
  readonly imageUrl?: string
}

/** One transaction of an account's past, as far as the gateway can be believed. */
export interface Activity {
  readonly id: string
  readonly hash: string
  readonly chain: ChainId
  /**
   * What it was: one of the gateway's 17 words, such as `send` or `approve`, or any other word in
   * lower case.
   */
  readonly kind: string
  readonly status: 'confirmed' | 'failed' | 'pending'
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Bare addresses. */
  readonly from: string
  readonly to: string
  readonly nonce: number
  /** Block number in decimal. */
  readonly block?: string
  /** Base units of the chain's coin. */
  readonly fee?: bigint
  readonly application?: string
  /** Hidden until asked for; never true of what the account itself has sent. */
  readonly isSpam: boolean
  readonly transfers: readonly ActivityTransfer[]
}
