import type { AccountId, AssetId, ChainId } from '@latchkey/protocol'

/** How much of one token may be paid, in its base units. */
export interface TokenLimit {
  /** The most that one request may cost, in base units. */
  readonly perRequest: bigint
  /**
   * The most that all payments of this kit may cost together, in base units, until the page is
   * loaded again.
   */
  readonly total: bigint
}

/**
 * The tokens that payments may use, by CAIP-19 id, each with its limits. No payment uses a token
 * that is not listed.
 */
export type PaymentLimits = { readonly [asset: AssetId]: TokenLimit }

/** A payment that is not signed yet, as the visitor is asked about it. */
export interface Payment {
  /** CAIP-19 id of the token that is paid. */
  readonly asset: AssetId
  /** The amount that is paid, in base units. */
  readonly amount: bigint
  /** The token's decimals, as its contract states them. */
  readonly decimals: number
  /**
   * The token's symbol, as its contract states it, without invisible characters; at most 16
   * characters.
   */
  readonly symbol: string
  /** CAIP-2 id of the chain on which the token is paid. */
  readonly chain: ChainId
  /** The account that pays. */
  readonly from: AccountId
  /** The account that receives the payment. */
  readonly payTo: AccountId
  /** URL of what is paid for, as the page requested it. */
  readonly resource: string
  /**
   * What the server says that it sells, without invisible characters; at most 160 characters. Show
   * it as a quotation of the server.
   */
  readonly description: string
  /** How much may still be paid within the owner's limit, this payment included, in base units. */
  readonly left: bigint
  /** The number of seconds after the signature for which the payment can be taken. */
  readonly validSeconds: number
}

/**
 * The visitor's answer. `true` allows this payment. `'session'` also allows later payments without
 * asking again, from the same account, in the same token, to the same receiver and for the same
 * origin, until `left` of this payment is used up. Anything else refuses.
 */
export type Decision = boolean | 'session'

/**
 * Shows a payment to the visitor and returns the answer. When `signal` aborts, the request was
 * given up, and an answer is no longer needed.
 */
export type AskVisitor = (
  payment: Payment,
  options: { readonly signal: AbortSignal | undefined },
) => Decision | PromiseLike<Decision>
