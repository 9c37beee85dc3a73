import type { AccountId, AssetId, ChainId } from '@latchkey/protocol'

/** How much of one token may leave, in its base units. */
export interface TokenLimit {
  /** The most that one request may cost. */
  readonly perRequest: bigint
  /** The most that may leave by payments of this kit until the page is loaded again. */
  readonly total: bigint
}

/**
 * The tokens that may be paid with, by CAIP-19 id, each with its limit. A token that is not listed
 * is never paid with.
 */
export type PaymentLimits = { readonly [asset: AssetId]: TokenLimit }

/** A payment before it is signed: what a visitor decides about. */
export interface Payment {
  /** CAIP-19 id of the token that leaves. */
  readonly asset: AssetId
  /** Base units that leave. */
  readonly amount: bigint
  /** The token's decimals, as its contract says. */
  readonly decimals: number
  /** The token's symbol, as its contract says; cleaned, at most 16 characters. */
  readonly symbol: string
  /** CAIP-2 id of the chain on which the money leaves. */
  readonly chain: ChainId
  /** The account that pays. */
  readonly from: AccountId
  /** The account that is paid. */
  readonly payTo: AccountId
  /** Address of what is paid for, as the page asked for it. */
  readonly resource: string
  /** What the server says that it sells; cleaned, at most 160 characters. Show it as a quotation. */
  readonly description: string
  /** Base units that may still leave by the owner's limit, this payment included. */
  readonly left: bigint
  /** For how many seconds after the signature the server may take the money. */
  readonly validSeconds: number
}

/**
 * The visitor's answer: `true` pays this once, `'session'` pays it and, without asking again, later
 * ones of the same account and token to the same receiver for the same origin, until `left` of this
 * payment is used up; everything else refuses.
 */
export type Decision = boolean | 'session'

/**
 * Shows a payment to the visitor and returns the answer. When `signal` aborts, the request was given
 * up and no answer is needed any more.
 */
export type AskVisitor = (
  payment: Payment,
  options: { readonly signal: AbortSignal | undefined },
) => Decision | PromiseLike<Decision>
