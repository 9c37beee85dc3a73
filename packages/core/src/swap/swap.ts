import type { AccountId, Asset } from '@latchkey/protocol'
import type { Simulation, TransferNote } from '../contract/reader.ts'
import type { Transaction } from '../machine/state.ts'

/** An asset that can be swapped on a chain. */
export interface SwapAsset extends Asset {
  /** Why the gateway's operator warns of the asset. */
  readonly warning?: string
}

/** Which amount of a swap the visitor typed: the one to pay or the one to receive. */
export type SwapSide = 'pay' | 'receive'

/** A request for a quote of a swap. */
export interface SwapQuestion {
  /** CAIP-10 id of the account that swaps, on the chain of the swap. */
  readonly account: AccountId
  readonly pay: SwapAsset
  readonly receive: SwapAsset
  /** The fixed amount, in base units of the asset on `side`. */
  readonly amount: bigint
  /** Which of the two amounts is fixed; default `pay`. */
  readonly side?: SwapSide | undefined
}

/** A quote for a swap; all amounts are in base units. */
export interface SwapQuote {
  readonly account: AccountId
  readonly side: SwapSide
  readonly pay: { readonly asset: SwapAsset; readonly amount: bigint }
  readonly receive: { readonly asset: SwapAsset; readonly amount: bigint }
  readonly offerId?: string
  readonly provider?: string
  /** The provider's fee, already included in the amounts. */
  readonly fee?: { readonly asset: Asset; readonly amount: bigint }
  /** Price impact of the swap in percent, at least 0; absent when unknown. */
  readonly priceImpact?: number
  /** Time when the quote was received, in milliseconds since the epoch. */
  readonly at: number
}

/** A swap that was built, simulated and kept as drafts. */
export interface SwapDraft {
  readonly quote: SwapQuote
  /** Slippage in percent. */
  readonly slippage: number
  /**
   * Transaction to send first, when the token requires that an earlier allowance is revoked before
   * a new one.
   */
  readonly reset?: Transaction
  /** Transaction to send before the swap; absent when the allowance is enough. */
  readonly approval?: Transaction
  /**
   * The swap's transaction. Its `receives.minimum` is the least amount that the visitor receives;
   * its `maximum`, or its `amount` when there is none, is the most that the visitor pays.
   */
  readonly swap: Transaction
  /** Simulation of the swap after the calls that are sent before it. */
  readonly simulation: Simulation
  readonly notes: readonly TransferNote[]
}

/** Price impact in percent from which the visitor is warned. */
export const warnedPriceImpact = 3
/** Price impact in percent from which a swap must be confirmed separately. */
export const stoppedPriceImpact = 15
/** How long a quote for a swap is valid, in milliseconds. */
export const quoteLifeMs = 10_000
