/** The contract whose code controls an account in addition to the account's key (EIP-7702). */
export interface Delegation {
  /** Address of the contract that holds the code. */
  readonly to: string
  /**
   * Whether the wallet's operator chose this contract. Any other contract was chosen with the
   * account's own key, by a transaction or a signature.
   */
  readonly isOwners: boolean
}
