/** The fee that Max keeps back from the coin, and how it was estimated. */
export interface KeptFee {
  /** Base units of the coin. */
  readonly amount: bigint
  /** True where no swap could be simulated, so that the fee is a multiple of a transfer's fee. */
  readonly isRough: boolean
}
