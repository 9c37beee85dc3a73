/**
 * Methods of requests that only the vault itself makes, for contract accounts. In place of the
 * page's request, a window shows such a request and a worker signs it. A page may not call these
 * methods.
 */

/**
 * Method that signs a user operation: `params` is `[UserOperation, entryPoint]`; the result is the
 * signature (65 bytes, hex) and the operation's hash.
 */
export const operationMethod = 'eth_signUserOperation'

/**
 * Method that signs a batch of an EOA: `params` is `[BatchTransaction]`; the result is the signed
 * EIP-7702 transaction, ready for a node, hex.
 */
export const batchMethod = 'eth_signBatchTransaction'

/**
 * Method that signs the end of an EOA's delegation: `params` is `[BatchTransaction]` without calls;
 * the result is as for `batchMethod`.
 */
export const endingMethod = 'eth_signEndOfDelegation'

/** The zero address. As delegate in an EIP-7702 authorisation it removes the account's code. */
export const zeroAddress = `0x${'0'.repeat(40)}`

/**
 * A user operation of ERC-4337 (EntryPoint v0.7) in JSON-RPC form, without the signature: numbers
 * and bytes are hex.
 */
export interface UserOperation {
  /** Address of the contract account. */
  readonly sender: string
  readonly nonce: string
  /**
   * The operator's account factory and its call data; both only in the operation that creates the
   * account.
   */
  readonly factory?: string
  readonly factoryData?: string
  /** Call data for the account: `execute` for one call, `executeBatch` for more. */
  readonly callData: string
  readonly callGasLimit: string
  readonly verificationGasLimit: string
  readonly preVerificationGas: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas: string
  /** The paymaster's four fields: all are present when the sponsor pays, else none. */
  readonly paymaster?: string
  readonly paymasterVerificationGasLimit?: string
  readonly paymasterPostOpGasLimit?: string
  readonly paymasterData?: string
}

/**
 * A transaction that the wallet's EOA sends to itself: an ERC-7821 batch, which the delegate's code
 * executes.
 */
export interface BatchTransaction {
  readonly from: string
  /** The same address as `from`. */
  readonly to: string
  readonly value: '0x0'
  /**
   * Call data of `execute(bytes32 mode, bytes executionData)` with the mode of a plain batch; `0x`
   * when the transaction ends the delegation.
   */
  readonly data: string
  readonly nonce: string
  readonly gas: string
  readonly maxFeePerGas: string
  readonly maxPriorityFeePerGas: string
  readonly chainId: string
  /**
   * One EIP-7702 authorisation, when the transaction must first set the operator's delegate or
   * remove the delegate; else absent. Its chain id is this chain's, and its nonce is the
   * transaction's `nonce` plus one.
   */
  readonly authorizationList?: readonly [
    { readonly address: string; readonly chainId: string; readonly nonce: string },
  ]
}
