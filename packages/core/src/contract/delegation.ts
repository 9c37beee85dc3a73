/** Contract code that controls an account in addition to its key. */
export interface Delegation {
  /** Address of the contract that holds the code. */
  readonly to: string
  /**
   * Whether the wallet's operator chose this contract. Any other contract was set by the key or by
   * a signature of it.
   */
  readonly isOwners: boolean
}
