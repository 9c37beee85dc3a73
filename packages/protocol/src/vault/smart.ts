/**
 * Smart accounts of one EVM chain, as the owner configured: ERC-4337 with EntryPoint v0.7, and
 * EIP-7702. A key's account is the ERC-1967 proxy of `implementation` that `factory` creates by
 * CREATE2, with the key's address followed by twelve zero bytes as salt. The address can thus be
 * computed without a node.
 */
export interface VaultSmart {
  /** Address, EIP-55: `createAccount(address owner, bytes32 salt)`, `getAddress(bytes32 salt)`. */
  readonly factory: string
  /**
   * Address, EIP-55: `execute`, `executeBatch((address,uint256,bytes)[])`, ERC-1271 with ERC-7739.
   */
  readonly implementation: string
  /** JSON-RPC of ERC-4337, on the vault's origin. */
  readonly bundler: string
  /**
   * JSON-RPC of ERC-7677 on the vault's origin: a paymaster pays the fees instead of the visitor.
   */
  readonly sponsor?: string
  /**
   * Address, EIP-55: contract (ERC-7821, ERC-1271) that a key's own account delegates to for
   * batches (EIP-7702).
   */
  readonly delegate?: string
}

/** EntryPoint v0.7, at the same address on every chain. */
export const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/**
 * Asks the vault how much some calls may cost at most, without a prompt; `params` is a list with a
 * single entry. In the answer, `fee` is in wei as hex, and `0x0` when a paymaster pays.
 */
export const estimateCallsMethod = 'latchkey_estimateCalls'

export interface EstimateCalls {
  params: readonly [
    {
      /** Address of the key's account, or of the smart account. */
      readonly from: string
      /** EIP-155 chain number in hex. */
      readonly chainId: string
      readonly calls: readonly {
        readonly to: string
        readonly value?: string
        readonly data?: string
      }[]
    },
  ]
  result: { readonly fee: string; readonly isSponsored: boolean }
}

/**
 * Asks the vault which contract a key's own account delegates to on a chain (EIP-7702), without a
 * prompt.
 */
export const readDelegationMethod = 'latchkey_readDelegation'

/**
 * Ends a delegation by a transaction of the account itself, which the visitor approves in the
 * vault's window. Returns the transaction's hash. The page gives only the account and the chain.
 */
export const endDelegationMethod = 'latchkey_endDelegation'

/**
 * Parameters of `latchkey_readDelegation` and `latchkey_endDelegation`, and the answer of the first
 * of these methods.
 */
export interface ReadDelegation {
  params: readonly [
    {
      /** Address of the key's own account. */
      readonly from: string
      /** Chain id in hex. */
      readonly chainId: string
    },
  ]
  result: {
    /** Address of the delegate; null without a delegation. */
    readonly to: string | null
    /**
     * Whether the account delegates to the contract that the vault's owner configured for this
     * chain.
     */
    readonly isOwners: boolean
  }
}
