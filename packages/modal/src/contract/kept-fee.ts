/** The fee that Max keeps back from the coin, and how it was estimated. */
export interface KeptFee {
  /** Base units of the coin. */
  readonly amount: bigint
  /** Whether no swap could be simulated; the amount is then a multiple of a transfer's fee. */
  readonly isRough: boolean
}
