/** The fee that Max keeps back from the coin, and how it was estimated. */
export interface KeptFee {
  /** Base units of the coin. */
  readonly amount: bigint
  /**
   * True when no swap could be simulated; the fee is then estimated as a multiple of a transfer's
   * fee.
   */
  readonly isRough: boolean
}
