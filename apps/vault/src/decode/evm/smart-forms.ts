/**
 * Requests that the vault itself makes for contract accounts: a window shows them and a worker
 * signs them instead of the page's request. A page may not send these methods.
 */

/**
 * `params: [UserOperation, entryPoint]`; the result is the signature (65 bytes, hex) and the
 * operation's hash.
 */
export const operationMethod = 'eth_signUserOperation'

/**
 * `params: [BatchTransaction]`; the result is the signed EIP-7702 transaction, ready for a node,
 * hex.
 */
export const batchMethod = 'eth_signBatchTransaction'

/**
 * `params: [BatchTransaction]` without calls: ends the account's delegation. Signed like a batch.
 */
export const endingMethod = 'eth_signEndOfDelegation'

/** Delegate address of an authorisation that removes an account's code (EIP-7702). */
export const zeroAddress = `0x${'0'.repeat(40)}`

/**
 * An operation of ERC-4337 (EntryPoint v0.7) in JSON-RPC form, without the signature: quantities
 * and bytes in hex.
 */
export interface UserOperation {
  /** Address of the contract account. */
  readonly sender: string
  readonly nonce: string
  /** The operator's factory and its data, both only with the first operation. */
  readonly factory?: string
  readonly factoryData?: string
  /** `execute` for one call, `executeBatch` for more. */
  readonly callData: string
  readonly callGasLimit: string
  readonly verificationGasLimit: string
  readonly preVerificationGas: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas: string
  /** All four fields when the sponsor pays, else none. */
  readonly paymaster?: string
  readonly paymasterVerificationGasLimit?: string
  readonly paymasterPostOpGasLimit?: string
  readonly paymasterData?: string
}

/**
 * A transaction from the key's own account to itself: an ERC-7821 batch, run by the delegate's
 * code.
 */
export interface BatchTransaction {
  readonly from: string
  /** Equal to `from`. */
  readonly to: string
  readonly value: '0x0'
  /**
   * `execute(bytes32 mode, bytes executionData)` with the mode of a plain batch; `0x` when the
   * delegation ends.
   */
  readonly data: string
  readonly nonce: string
  readonly gas: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas: string
  readonly chainId: string
  /**
   * One authorisation when the account must first set the operator's delegate, or remove its
   * delegate; else absent. It names this chain's id, and its nonce is the transaction's `nonce`
   * plus one.
   */
  readonly authorizationList?: readonly [
    { readonly address: string; readonly chainId: string; readonly nonce: string },
  ]
}
