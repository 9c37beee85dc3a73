import {
  endDelegationMethod,
  estimateCallsMethod,
  readDelegationMethod,
} from '@latchkey/protocol/vault'

/** Read methods that need no approval; they are passed to the node unchanged. */
export const safeMethods: ReadonlySet<string> = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getAccount',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getFilterChanges',
  'eth_getFilterLogs',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByBlockHashAndIndex',
  'eth_getTransactionByBlockNumberAndIndex',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_getUncleCountByBlockHash',
  'eth_getUncleCountByBlockNumber',
  'eth_maxPriorityFeePerGas',
  'eth_newBlockFilter',
  'eth_newFilter',
  'eth_newPendingTransactionFilter',
  'eth_sendRawTransaction',
  'eth_syncing',
  'eth_uninstallFilter',
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
])

/** Read methods that are sent to the operator's bundler instead of the node. */
export const bundlerMethods: ReadonlySet<string> = new Set([
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
])

/**
 * Methods for bundles of calls (EIP-5792), user operations (ERC-4337) and delegation (EIP-7702);
 * `runSmartRequest` answers them.
 */
export const callsMethods: ReadonlySet<string> = new Set([
  'wallet_sendCalls',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  estimateCallsMethod,
  readDelegationMethod,
  endDelegationMethod,
  'eth_sendUserOperation',
])

/**
 * Known methods that the vault does not support: permissions to act without asking (ERC-7715), and
 * lists of an account's assets (ERC-7811).
 */
export const missingMethods: ReadonlySet<string> = new Set([
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'wallet_getAssets',
])

/**
 * Methods that need a signature, by chain family; the visitor must approve each request. A method
 * that is neither in this list nor a read method is refused.
 */
export const signingMethods: Readonly<Record<string, readonly string[]>> = {
  eip155: ['personal_sign', 'eth_signTypedData_v4', 'eth_sendTransaction'],
  solana: [
    'solana_signMessage',
    'solana_signTransaction',
    'solana_signAllTransactions',
    'solana_signAndSendTransaction',
  ],
  bip122: ['signMessage', 'signPsbt', 'sendTransfer'],
}
