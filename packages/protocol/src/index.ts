export type { AccountId, AssetId, ChainId, Namespace } from './caip.ts'
export {
  accountId,
  addressOf,
  chainOf,
  isAccountId,
  isAssetId,
  isChainId,
  namespaceOf,
  namespaces,
  referenceOf,
} from './caip.ts'
export type {
  AccountType,
  Asset,
  BalanceCacheEntry,
  Chain,
  ConnectionEntity,
  ConnectorEntity,
  FeatureFlags,
  HistoryTransaction,
  HistoryTransfer,
  Money,
  NetworkEntity,
  OnrampNetwork,
  OnrampOptions,
  OnrampQuote,
  Origin,
  RecentWallet,
  SendState,
  Social,
  StacksLocalCache,
  TokenBalance,
  WalletFeature,
  WalletListing,
} from './entity.ts'
export type { ErrorContext } from './error.ts'
export { hasCode, LatchkeyError } from './error.ts'
export type { ErrorCode } from './error-code.ts'
