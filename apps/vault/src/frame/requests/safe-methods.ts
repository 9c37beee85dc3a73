import {
  endDelegationMethod,
  estimateCallsMethod,
  readDelegationMethod,
} from '@latchkey/protocol/vault'

/** Reads that need nobody's leave; they go to the node as they are. */
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

/** Those of them that go to the bundler, where the owner names one. */
export const bundlerMethods: ReadonlySet<string> = new Set([
  'eth_getUserOperationReceipt',
  'eth_estimateUserOperationGas',
  'eth_getUserOperationByHash',
  'eth_supportedEntryPoints',
])

/**
 * Calls in bundles (EIP-5792), what they may cost, operations (ERC-4337) and delegation (EIP-7702):
 * answered by a part of its own.
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
 * Known, and not there: leave to act without asking (ERC-7715), and lists of what an account holds
 * (ERC-7811).
 */
export const missingMethods: ReadonlySet<string> = new Set([
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'wallet_getAssets',
])

/**
 * What the vault signs, by family; each is put before the visitor. Whatever is in neither list is
 * refused.
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
