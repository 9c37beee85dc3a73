/** Code that commands an account beside its key. */
export interface Delegation {
  /** Address of the contract whose code it is. */
  readonly to: string
  /**
   * Whether those who run the wallet chose it; anybody else got there by the key, or by a signature
   * of it.
   */
  readonly isOwners: boolean
}
