/**
 * Requests of the vault's own making for accounts that are contracts: what a window shows and a
 * worker signs in the place of what a page asked. No page may ask for these by name.
 */

/**
 * `params: [UserOperation, entryPoint]`; signed, it is the signature (65 bytes, hex) and the
 * operation's hash.
 */
export const operationMethod = 'eth_signUserOperation'

/**
 * `params: [BatchTransaction]`; signed, it is the transaction of EIP-7702, ready for a node, hex.
 */
export const batchMethod = 'eth_signBatchTransaction'

/**
 * `params: [BatchTransaction]`, without calls: the account is taken back from the code it runs.
 * Signed as a batch is.
 */
export const endingMethod = 'eth_signEndOfDelegation'

/** Of an authorisation that leaves an account no code (EIP-7702). */
export const nobody = `0x${'0'.repeat(40)}`

/**
 * An operation of ERC-4337 (EntryPoint v0.7) as JSON-RPC writes it, all but the signature:
 * quantities and bytes in hex.
 */
export interface UserOperation {
  /** The contract account. */
  readonly sender: string
  readonly nonce: string
  /** With the first operation alone: both, and of the owner's factory. */
  readonly factory?: string
  readonly factoryData?: string
  /** `execute` for one call, `executeBatch` for more. */
  readonly callData: string
  readonly callGasLimit: string
  readonly verificationGasLimit: string
  readonly preVerificationGas: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas: string
  /** All four where the sponsor pays, none otherwise. */
  readonly paymaster?: string
  readonly paymasterVerificationGasLimit?: string
  readonly paymasterPostOpGasLimit?: string
  readonly paymasterData?: string
}

/**
 * A transaction of the key's account to itself: a batch by ERC-7821, run by the code that the
 * account has taken over.
 */
export interface BatchTransaction {
  readonly from: string
  /** The same as `from`. */
  readonly to: string
  readonly value: '0x0'
  /**
   * `execute(bytes32 mode, bytes executionData)`, mode of a batch without more; `0x` where the
   * account is taken back.
   */
  readonly data: string
  readonly nonce: string
  readonly gas: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas: string
  readonly chainId: string
  /**
   * One at most, where the account does not have the owner's delegate yet, or shall have none: this
   * chain's own id, the nonce after `nonce`.
   */
  readonly authorizationList?: readonly [
    { readonly address: string; readonly chainId: string; readonly nonce: string },
  ]
}
