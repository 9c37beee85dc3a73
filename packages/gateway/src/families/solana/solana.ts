import type { Family } from '../shared/family.ts'
import { base58Size } from './base58-size.ts'

/**
 * Methods of Solana nodes that pages may call: public read methods, and the two methods that take a
 * signed transaction. Methods that scan the whole ledger are missing; the operator may allow them.
 */
const publicMethods: ReadonlySet<string> = new Set([
  'getAccountInfo',
  'getBalance',
  'getBlock',
  'getBlockCommitment',
  'getBlockHeight',
  'getBlockTime',
  'getBlocks',
  'getBlocksWithLimit',
  'getEpochInfo',
  'getEpochSchedule',
  'getFeeForMessage',
  'getFirstAvailableBlock',
  'getGenesisHash',
  'getHealth',
  'getInflationRate',
  'getInflationReward',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getMultipleAccounts',
  'getRecentPerformanceSamples',
  'getRecentPrioritizationFees',
  'getSignatureStatuses',
  'getSignaturesForAddress',
  'getSlot',
  'getSlotLeader',
  'getStakeMinimumDelegation',
  'getSupply',
  'getTokenAccountBalance',
  'getTokenAccountsByDelegate',
  'getTokenAccountsByOwner',
  'getTokenLargestAccounts',
  'getTokenSupply',
  'getTransaction',
  'getTransactionCount',
  'getVersion',
  'isBlockhashValid',
  'minimumLedgerSlot',
  'sendTransaction',
  'simulateTransaction',
])

const isSolanaAddress = (text: string): boolean => text.length <= 44 && base58Size(text) === 32

/** The chain family of Solana. */
export const solana: Family = {
  namespace: 'solana',
  nodes: 'rpc',
  coin: 'slip44:501',
  coinAddress: `So${'1'.repeat(41)}`,
  hasNames: false,
  hasGasPrice: false,
  isAddress: isSolanaAddress,
  normal: (address) => address,
  tokenOf: (chain, address) => (isSolanaAddress(address) ? `${chain}/token:${address}` : undefined),
  isAllowed: ({ method }) => publicMethods.has(method),
}
