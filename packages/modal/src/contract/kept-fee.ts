/**
 * The network fee that the button Max leaves in the balance of the native coin, and how it was
 * estimated.
 */
export interface KeptFee {
  /** The fee in base units of the native coin. */
  readonly amount: bigint
  /**
   * True when no swap could be simulated; the fee is then estimated as a multiple of a transfer's
   * fee.
   */
  readonly isRough: boolean
}
