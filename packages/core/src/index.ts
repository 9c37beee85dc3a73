export { connect } from './actions/connect.ts'
export { discardTransaction } from './actions/discard-transaction.ts'
export { disconnect } from './actions/disconnect.ts'
export { dismissFailure } from './actions/dismiss-failure.ts'
export { endDelegation } from './actions/end-delegation.ts'
export { estimateTransfer } from './actions/estimate-transfer.ts'
export { getAccount } from './actions/get-account.ts'
export { getConnection } from './actions/get-connection.ts'
export { getPublicStatus } from './actions/get-public-status.ts'
export { keepLog, type Log } from './actions/keep-log.ts'
export { keepName } from './actions/keep-name.ts'
export { learnFeatures } from './actions/learn-features.ts'
export { prepareConnect } from './actions/prepare-connect.ts'
export { prepareSend } from './actions/prepare-send.ts'
export { readDelegation } from './actions/read-delegation.ts'
export { readSource } from './actions/read-source.ts'
export { resume } from './actions/resume.ts'
export { selectAccount } from './actions/select-account.ts'
export { selectNamespace } from './actions/select-namespace.ts'
export { send } from './actions/send.ts'
export { signIn } from './actions/sign-in.ts'
export { signMessage } from './actions/sign-message.ts'
export { switchChain } from './actions/switch-chain.ts'
export { watchAccount } from './actions/watch-account.ts'
export { watchTransaction } from './actions/watch-transaction.ts'
export type { Activity, ActivityTransfer } from './activity/activity.ts'
export { groupByMonth, type Month } from './activity/group-by-month.ts'
export { maxAmount } from './amount/decimal.ts'
export { fiatValue } from './amount/fiat-value.ts'
export { formatAmount } from './amount/format-amount.ts'
export { parseAmount } from './amount/parse-amount.ts'
export { setAnalyticsConsent } from './analytics/consent.ts'
export type { AnalyticsSource, Properties, Recorder } from './analytics/source.ts'
export { type AnalyticsOptions, startAnalytics } from './analytics/start-analytics.ts'
export type { AuthEvent, AuthFeatures, AuthWay } from './auth.ts'
export type {
  Adapter,
  Connector,
  ConnectorEvent,
  ConnectRequest,
  Features,
  Grant,
  Prompt,
  Proof,
  Session,
  SessionAccount,
  Stop,
  TogetherPrompt,
  WalletIdentity,
} from './contract.ts'
export { createKit } from './create-kit.ts'
export type { Delegation } from './delegation.ts'
export { changeEmail } from './email/change-email.ts'
export { confirmEmailChange } from './email/confirm-email-change.ts'
export { confirmEmailCode } from './email/confirm-email-code.ts'
export { resendEmailChange } from './email/resend-email-change.ts'
export { sendEmailCode } from './email/send-email-code.ts'
export type { ConnectionEvent, KitEvent, TransactionEvent } from './event.ts'
export type { HistoryPage } from './gateway/history.ts'
export { readOrigins } from './gateway/origins.ts'
export type { Portfolio } from './gateway/portfolio.ts'
export type { Prices } from './gateway/prices.ts'
export type { SupportedChains } from './gateway/supported-chains.ts'
export type { WalletPage } from './gateway/wallets.ts'
export type { Kit, KitOptions, SignInPort, WalletGroup, WalletOptions } from './kit.ts'
export type { KitStorage } from './kit-storage.ts'
export { addNameAddress } from './names/add-name-address.ts'
export { nameSuggestionsQuery } from './names/name-suggestions-query.ts'
export { namesOfQuery } from './names/names-of-query.ts'
export { registerName } from './names/register-name.ts'
export { setNameAttributes } from './names/set-name-attributes.ts'
export { type Note, note, watchNotes } from './note.ts'
export { exchangeStatusQuery } from './onramp/exchange-status-query.ts'
export { exchangesQuery } from './onramp/exchanges-query.ts'
export {
  type BuyAsk,
  type BuyLimits,
  type BuyOptions,
  type BuyQuote,
  buyQuoteLifeMs,
  isOrderOver,
  orderPollMs,
} from './onramp/onramp.ts'
export { checkOnrampAmount, onrampLimits } from './onramp/onramp-limits.ts'
export { onrampOptionsQuery } from './onramp/onramp-options-query.ts'
export { onrampProvidersQuery } from './onramp/onramp-providers-query.ts'
export { onrampQuoteQuery } from './onramp/onramp-quote-query.ts'
export { orderQuery } from './onramp/order-query.ts'
export { startExchange } from './onramp/start-exchange.ts'
export { startOnramp } from './onramp/start-onramp.ts'
export type { Peer } from './peer.ts'
export { addressOfNameQuery } from './queries/address-of-name-query.ts'
export { balancesQuery } from './queries/balances-query.ts'
export { featuresQuery, type RemoteFeature } from './queries/features-query.ts'
export { historyQuery, type PagedQuery } from './queries/history-query.ts'
export { type Identity, identityQuery } from './queries/identity-query.ts'
export { nativeBalanceQuery } from './queries/native-balance-query.ts'
export { portfolioQuery } from './queries/portfolio-query.ts'
export { pricesQuery } from './queries/prices-query.ts'
export type { Query } from './queries/query.ts'
export { supportedChainsQuery } from './queries/supported-chains-query.ts'
export { walletsQuery } from './queries/wallets-query.ts'
export type {
  Approval,
  Balance,
  Call,
  ChainVerdict,
  Reader,
  ReadSource,
  Simulation,
  SwapCall,
  Transfer,
  TransferEstimate,
  TransferNote,
} from './reader.ts'
export { type RelativeTime, relativeTime } from './relative-time.ts'
export type { RemoteSession, WireNeeds } from './remote-session.ts'
export type { SendDraft } from './send/send-draft.ts'
export type { SignInChallenge } from './sign-in-challenge.ts'
export { signInMessage } from './sign-in-message.ts'
export type {
  AccountView,
  Attempt,
  Connection,
  KitFailure,
  LastSession,
  PublicStatus,
  State,
  Transaction,
  TransactionStatus,
} from './state.ts'
export { storageKey } from './stored.ts'
export { prepareSwap } from './swap/prepare-swap.ts'
export {
  quoteLifeMs,
  type SwapAsset,
  type SwapDraft,
  type SwapQuote,
  type SwapSide,
  stoppedPriceImpact,
  warnedPriceImpact,
} from './swap/swap.ts'
export { swapQuoteQuery } from './swap/swap-quote-query.ts'
export { swapTokensQuery } from './swap/swap-tokens-query.ts'
export type { Transport, TransportContext, TransportRequest } from './transport.ts'
export { groupWallets, type Wallet } from './wallet/group-wallets.ts'
