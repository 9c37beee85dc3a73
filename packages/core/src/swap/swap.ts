import type { AccountId, Asset } from '@latchkey/protocol'
import type { Simulation, TransferNote } from '../contract/reader.ts'
import type { Transaction } from '../machine/state.ts'

/** What may be swapped on a chain. */
export interface SwapAsset extends Asset {
  /** Why the operator of the gateway warns of it. */
  readonly warning?: string
}

/** Which side the visitor named. */
export type SwapSide = 'pay' | 'receive'

/** What an offer is asked for. */
export interface SwapQuestion {
  /** CAIP-10: whose swap, on which chain. */
  readonly account: AccountId
  readonly pay: SwapAsset
  readonly receive: SwapAsset
  /** Base units of the asset on `side`. */
  readonly amount: bigint
  /** Which amount is given; default `pay`. */
  readonly side?: SwapSide | undefined
}

/** An offer; amounts are base units. */
export interface SwapQuote {
  readonly account: AccountId
  readonly side: SwapSide
  readonly pay: { readonly asset: SwapAsset; readonly amount: bigint }
  readonly receive: { readonly asset: SwapAsset; readonly amount: bigint }
  readonly offerId?: string
  readonly provider?: string
  /** What the provider keeps; its share is in the amounts already. */
  readonly fee?: { readonly asset: Asset; readonly amount: bigint }
  /** Percent, ≥ 0; absent when unknown. */
  readonly priceImpact?: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** A swap that was built, tried and is kept as drafts. */
export interface SwapDraft {
  readonly quote: SwapQuote
  /** Percent. */
  readonly slippage: number
  /**
   * To be sent first of all, where the token wants an older allowance taken back before it is given
   * another.
   */
  readonly reset?: Transaction
  /** To be sent before the swap; absent where the allowance is enough. */
  readonly approval?: Transaction
  /**
   * `receives.minimum` is what the visitor is promised; `maximum ?? amount` the most that leaves.
   */
  readonly swap: Transaction
  /** Of the swap behind what is sent before it. */
  readonly simulation: Simulation
  readonly notes: readonly TransferNote[]
}

/** From here on a loss by price impact is warned of, in percent. */
export const warnedPriceImpact = 3
/** From here on a swap is offered only to who confirms the loss, in percent. */
export const stoppedPriceImpact = 15
/** How long an offer is taken for one. */
export const quoteLifeMs = 10_000
