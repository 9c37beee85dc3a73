/**
 * Settings of the smart accounts of one EVM chain, by the site owner: ERC-4337 with EntryPoint
 * v0.7, and EIP-7702. The smart account of a key is an ERC-1967 proxy of `implementation`.
 * `factory` creates it by CREATE2 with the key's address followed by twelve zero bytes as salt, so
 * the account's address can be computed without a node.
 */
export interface VaultSmart {
  /**
   * Address (EIP-55) of the contract that creates smart accounts, with the functions
   * `createAccount(address owner, bytes32 salt)` and `getAddress(bytes32 salt)`.
   */
  readonly factory: string
  /**
   * Address (EIP-55) of the smart account's code, with the functions `execute` and
   * `executeBatch((address,uint256,bytes)[])`, and with ERC-1271 and ERC-7739.
   */
  readonly implementation: string
  /** URL of a bundler's JSON-RPC (ERC-4337), on the vault's origin. */
  readonly bundler: string
  /**
   * URL of a paymaster's JSON-RPC (ERC-7677), on the vault's origin; the paymaster pays the fees
   * instead of the visitor.
   */
  readonly sponsor?: string
  /**
   * Address (EIP-55) of the contract (ERC-7821, ERC-1271) to which a key's own account delegates
   * for batches (EIP-7702).
   */
  readonly delegate?: string
}

/** Address of the ERC-4337 contract EntryPoint v0.7, which is the same on every chain. */
export const entryPoint = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'

/**
 * Name of the method that asks the vault how much some calls may cost at most, without a prompt.
 * `params` is a list with a single entry. In the answer, `fee` is in wei as hex, and `0x0` when a
 * paymaster pays.
 */
export const estimateCallsMethod = 'latchkey_estimateCalls'

export interface EstimateCalls {
  params: readonly [
    {
      /**
       * Address of the account that sends the calls: the key's own account or the smart account.
       */
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
 * Name of the method that asks the vault to which contract a key's own account delegates on a chain
 * (EIP-7702), without a prompt.
 */
export const readDelegationMethod = 'latchkey_readDelegation'

/**
 * Name of the method that ends a delegation by a transaction of the account itself, which the
 * visitor approves in the vault's window. It returns the transaction's hash. The page gives only
 * the account and the chain.
 */
export const endDelegationMethod = 'latchkey_endDelegation'

/**
 * Parameters of `latchkey_readDelegation` and `latchkey_endDelegation`, and the answer of the first
 * of these methods.
 */
export interface ReadDelegation {
  params: readonly [
    {
      /** Address of the account that belongs directly to the key. */
      readonly from: string
      /** EIP-155 chain number in hex. */
      readonly chainId: string
    },
  ]
  result: {
    /** Address of the contract to which the account delegates; null without a delegation. */
    readonly to: string | null
    /**
     * Whether the account delegates to the contract that the vault's owner configured for this
     * chain.
     */
    readonly isOwners: boolean
  }
}
