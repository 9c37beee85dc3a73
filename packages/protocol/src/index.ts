export { isAssetId } from './caip/asset-id.ts'
export { chainOfCoinType, coinTypeOf } from './caip/coin-type.ts'
export type { AccountId, AssetId, ChainId, Namespace } from './caip/ids.ts'
export {
  accountId,
  addressOf,
  chainOf,
  isAccountId,
  isChainId,
  namespaceOf,
  referenceOf,
} from './caip/ids.ts'
export { hasKnownNamespace } from './caip/known-namespace.ts'
export { namespaces } from './caip/namespaces.ts'
export type { AnalyticsAnswer } from './calls/analytics-answer.ts'
export { isAnalyticsAnswer } from './calls/analytics-answer.ts'
export type { BalanceAnswer } from './calls/balance-answer.ts'
export { isBalanceAnswer } from './calls/balance-answer.ts'
export type { ErrorBody } from './calls/error-body.ts'
export { isErrorBody } from './calls/error-body.ts'
export type { FeaturesAnswer, RemoteFeature } from './calls/features-answer.ts'
export { isFeaturesAnswer } from './calls/features-answer.ts'
export type { HistoryAnswer } from './calls/history-answer.ts'
export { isHistoryAnswer, isHistoryTransaction } from './calls/history-answer.ts'
export type { IdentityAnswer } from './calls/identity-answer.ts'
export { isIdentityAnswer } from './calls/identity-answer.ts'
export type { JsonRpcAnswer, JsonRpcFailure, JsonRpcId } from './calls/json-rpc.ts'
export { jsonRpcAnswer, jsonRpcAnswers } from './calls/json-rpc.ts'
export { answerLimits } from './calls/limit.ts'
export type { NameSuggestion, RegisteredName, SuggestionsAnswer } from './calls/name-answer.ts'
export {
  attributePattern,
  isRegisteredName,
  isRegisteredNames,
  isSuggestionsAnswer,
  labelPattern,
  nameAttributes,
  nameMessageAheadSeconds,
  nameMessageWindowSeconds,
} from './calls/name-answer.ts'
export type {
  Exchange,
  ExchangeStatusResult,
  ExchangesResult,
  ExchangeUrlResult,
  OnrampProvider,
  OnrampQuoteAnswer,
  OnrampUrlAnswer,
  OrderAnswer,
  OrderStatus,
} from './calls/onramp-answer.ts'
export {
  isExchangeStatusResult,
  isExchangesResult,
  isExchangeUrlResult,
  isOnrampOptions,
  isOnrampProviders,
  isOnrampQuoteAnswer,
  isOnrampUrlAnswer,
  isOrderAnswer,
  orderStatuses,
} from './calls/onramp-answer.ts'
export type { OriginsAnswer } from './calls/origins-answer.ts'
export { isOriginsAnswer } from './calls/origins-answer.ts'
export type { OtpAnswer } from './calls/otp-answer.ts'
export { isOtpAnswer, isOtpConfirmed } from './calls/otp-answer.ts'
export type {
  OrderEvent,
  OrderPayment,
  OrderRefund,
  PaymentOption,
  PaymentOrder,
  PaymentOrderState,
} from './calls/payment-order.ts'
export {
  evmAddressPattern,
  evmHashPattern,
  isOrderEvent,
  isPaymentOrder,
  orderIdPattern,
  orderTextLimits,
  paymentOrderStates,
} from './calls/payment-order.ts'
export type { PriceAnswer } from './calls/price-answer.ts'
export { isPriceAnswer } from './calls/price-answer.ts'
export { isImageAddress, isLink } from './calls/shape.ts'
export type { NameZone, SupportedChains } from './calls/supported-chains.ts'
export { isNameZone, isSupportedChains, zonePattern } from './calls/supported-chains.ts'
export type {
  ApproveTransactionAnswer,
  GasPriceAnswer,
  SwapAllowanceAnswer,
  SwapOffer,
  SwapQuotesAnswer,
  SwapToken,
  SwapTokensAnswer,
  SwapTransactionAnswer,
} from './calls/swap-answer.ts'
export {
  isApproveTransactionAnswer,
  isGasPriceAnswer,
  isSwapAllowanceAnswer,
  isSwapQuotesAnswer,
  isSwapTokensAnswer,
  isSwapTransactionAnswer,
} from './calls/swap-answer.ts'
export type { WalletsAnswer } from './calls/wallets-answer.ts'
export { isWalletListing, isWalletsAnswer } from './calls/wallets-answer.ts'
export {
  defaultConnectorOrder,
  modalZIndex,
  recommendedPageSize,
  toastHideMs,
  toastReshowDelayMs,
} from './constants/dialog.ts'
export {
  balanceRetryWindowMs,
  connectionStatusPollMs,
  debounceMs,
  defaultAccountTypes,
  defaultSocials,
  defaultWalletFeatureOrder,
  errorEventsPerMinute,
  fallbackPingTimeoutMs,
  fallbackPollMs,
  historyCacheMs,
  identityCacheMs,
  imagePreloadTimeoutMs,
  logBufferBytes,
  nameCacheMs,
  nativeBalanceCacheMs,
  onrampFeeRangePercent,
  onrampNamespaces,
  pairingLifetimeMs,
  pairingMarginMs,
  paymentLimits,
  pendingTransactionsLimit,
  popupHeightPx,
  popupWidthPx,
  portfolioCacheMs,
  priceCacheKey,
  priceCacheMs,
  recentWalletsKept,
  recentWalletsShown,
  rpcBatchSize,
  rpcRetryBaseMs,
  rpcRetryCount,
  rpcTimeoutMs,
  swapSlippagePercent,
  walletImagesPreloaded,
  walletPageSize,
  walletSearchMinimumMs,
  walletSearchSize,
} from './constants/later.ts'
export {
  clarityBufferBytes,
  contractNameBytes,
  identifierNameLimit,
  memoBytes,
  multisigPublicKeysLimit,
} from './constants/stacks-limits.ts'
export type {
  AnalyticsEvent,
  ErrorEvent,
  OwnEvent,
  TrackedEvent,
} from './entities/analytics-event.ts'
export {
  alwaysSentEvents,
  errorEvents,
  ownEvents,
  trackedEvents,
} from './entities/analytics-event.ts'
export type {
  AccountType,
  Asset,
  Chain,
  FeatureFlags,
  FungiblePrice,
  HistoryTransaction,
  HistoryTransfer,
  Money,
  OnrampNetwork,
  OnrampOptions,
  OnrampQuote,
  Origin,
  RecentWallet,
  Social,
  StacksLocalCache,
  TokenBalance,
  WalletFeature,
} from './entities/entity.ts'
export { iconBytesLimit, isDataIcon } from './entities/icon.ts'
export {
  boughtFor,
  currencyPlaces,
  isPayable,
  moneyText,
  moneyUnits,
  shareOfMoney,
} from './entities/money.ts'
export { defaultOnrampOptions } from './entities/onramp-default.ts'
export type {
  AuditPage,
  CapturedEmail,
  EmailsPage,
  OperatorFault,
  OperatorFaultCode,
  OperatorKey,
  OperatorKeyMade,
  OperatorProject,
  OperatorScope,
  OperatorSession,
  OperatorSetting,
  OperatorTailEvent,
  Overview,
  OverviewOutcome,
  OverviewRange,
  OverviewShare,
  ProjectEdit,
  VaultRequestsPage,
} from './entities/operator.ts'
export { overviewRanges } from './entities/operator.ts'
export type {
  OperatorOrder,
  OperatorOrderEvent,
  OperatorPayment,
  OperatorSecret,
  OperatorSecretMade,
  OperatorWebhook,
  OperatorWebhookSet,
  OrdersPage,
} from './entities/operator-orders.ts'
export { type RelativeTimeUnit, relativeTimeSteps } from './entities/relative-time-steps.ts'
export { swapSuggestedFirst, swapSuggestedSymbols } from './entities/swap-lists.ts'
export { isRestrictedTimeZone, restrictedTimeZones } from './entities/time-zone.ts'
export type { LinkFormat, WalletListing } from './entities/wallet-listing.ts'
export { codeOfAlert } from './errors/alert-code.ts'
export type { ErrorContext } from './errors/error.ts'
export { hasCode, LatchkeyError } from './errors/error.ts'
export type { ErrorCode } from './errors/error-code.ts'
export { inWords } from './errors/in-words.ts'
export { codeOfNodeMessage } from './errors/node-message.ts'
export { codeOfBitcoinWalletError, codeOfRpcError, rpcCodeOf } from './errors/rpc-code.ts'
export { rpcRetriedCodes, rpcRetriedStatuses } from './errors/rpc-retried.ts'
export { codeOfStacksReason } from './errors/stacks-reason.ts'
