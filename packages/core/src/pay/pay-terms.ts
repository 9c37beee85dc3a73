import type { Asset, AssetId } from '@latchkey/protocol'

/** What every payment without an order says. */
interface DirectTerms {
  /** Address of the receiver, or its CAIP-10 id on the asset's chain. */
  readonly to: string
  /**
   * The merchant's own id of what is paid, at most 128 characters. Whoever paid it with this browser
   * is shown that payment instead of paying again.
   */
  readonly reference?: string | undefined
  /** What is paid for; at most 80 characters are shown. */
  readonly title?: string | undefined
  /** Number of confirmations from which the payment counts as settled, 1 to 100; default 3. */
  readonly confirmations?: number | undefined
}

/** What a page asks to be paid. */
export type PayTerms =
  | {
      /** Id of an order that the owner's server made at the gateway. */
      readonly order: string
    }
  | (DirectTerms & {
      /** The asset to pay in; by its CAIP-19 id when it is a chain's coin or one of the dialog's tokens. */
      readonly asset: Asset | AssetId
      /** Amount in base units. */
      readonly amount: bigint
    })
  | (DirectTerms & {
      /** Currency of `amount`, as an ISO 4217 code. */
      readonly currency: string
      /** Amount of `currency`, as a plain decimal: `19.90`. */
      readonly amount: string
      /** The assets to choose from; default the dialog's tokens and the coins of the kit's chains. */
      readonly assets?: readonly Asset[] | undefined
    })
