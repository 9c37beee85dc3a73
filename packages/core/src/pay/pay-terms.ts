import type { Asset, AssetId } from '@latchkey/protocol'

/** The fields that every payment without an order has. */
interface DirectTerms {
  /** Address of the receiver, or its CAIP-10 id on the asset's chain. */
  readonly to: string
  /**
   * The merchant's own id of the payment, at most 128 characters. A visitor who has paid it with
   * this browser is shown that payment and does not pay again.
   */
  readonly reference?: string | undefined
  /** What the visitor buys; at most 80 characters are shown. */
  readonly title?: string | undefined
  /** Number of confirmations from which the payment counts as settled, 1 to 100; default 3. */
  readonly confirmations?: number | undefined
}

/** A payment that a page asks for. */
export type PayTerms =
  | {
      /** Id of an order that the owner's server made at the gateway. */
      readonly order: string
    }
  | (DirectTerms & {
      /**
       * The asset to pay in. A CAIP-19 id is enough for a chain's coin and for the dialog's tokens.
       */
      readonly asset: Asset | AssetId
      /** Amount in base units. */
      readonly amount: bigint
    })
  | (DirectTerms & {
      /** Currency of `amount`, as an ISO 4217 code. */
      readonly currency: string
      /** Amount of `currency`, as a plain decimal: `19.90`. */
      readonly amount: string
      /**
       * The assets from which the visitor chooses; default the dialog's tokens and the coins of the
       * kit's chains.
       */
      readonly assets?: readonly Asset[] | undefined
    })
