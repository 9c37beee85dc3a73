export { endDelegation } from './account/end-delegation.ts'
export { keepName } from './account/keep-name.ts'
export { readDelegation } from './account/read-delegation.ts'
export { selectNamespace } from './account/select-namespace.ts'
export { switchAccount } from './account/switch-account.ts'
export { switchChain } from './account/switch-chain.ts'
export { watchAccount } from './account/watch-account.ts'
export type { Activity, ActivityTransfer } from './activity/activity.ts'
export { groupByMonth, type Month } from './activity/group-by-month.ts'
export { maxAmount } from './amount/decimal.ts'
export { fiatValue } from './amount/fiat-value.ts'
export { formatAmount } from './amount/format-amount.ts'
export { parseAmount } from './amount/parse-amount.ts'
export { setAnalyticsConsent } from './analytics/consent.ts'
export type { AnalyticsSource, Properties, Recorder } from './analytics/source.ts'
export { type AnalyticsOptions, startAnalytics } from './analytics/start-analytics.ts'
export { connect } from './connect/connect.ts'
export { disconnect } from './connect/disconnect.ts'
export { dismissFailure } from './connect/dismiss-failure.ts'
export { prepareConnect } from './connect/prepare-connect.ts'
export type { Adapter } from './contract/adapter.ts'
export type { AuthEvent, AuthFeatures, AuthWay } from './contract/auth.ts'
export type {
  Connector,
  ConnectorEvent,
  ConnectRequest,
  Prompt,
  TogetherPrompt,
  WalletIdentity,
} from './contract/connector.ts'
export type { Delegation } from './contract/delegation.ts'
export type { Features } from './contract/features.ts'
export type { KitStorage } from './contract/kit-storage.ts'
export type { Peer } from './contract/peer.ts'
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
} from './contract/reader.ts'
export type { RemoteSession, WireNeeds } from './contract/remote-session.ts'
export type { Grant, Proof, Session, SessionAccount } from './contract/session.ts'
export type { SignInChallenge } from './contract/sign-in-challenge.ts'
export type {
  SignInProvider,
  SignInSession,
  WrittenChallenge,
} from './contract/sign-in-provider.ts'
export type { Stop } from './contract/stop.ts'
export type { Transport, TransportContext, TransportRequest } from './contract/transport.ts'
export { createKit } from './create-kit.ts'
export { changeEmail } from './email/change-email.ts'
export { confirmEmailChange } from './email/confirm-email-change.ts'
export { confirmEmailCode } from './email/confirm-email-code.ts'
export { resendEmailChange } from './email/resend-email-change.ts'
export { sendEmailCode } from './email/send-email-code.ts'
export { featuresQuery, type RemoteFeature } from './features/features-query.ts'
export { learnFeatures } from './features/learn-features.ts'
export type { HistoryPage } from './gateway/history.ts'
export { readOrigins } from './gateway/origins.ts'
export type { Portfolio } from './gateway/portfolio.ts'
export type { Prices } from './gateway/prices.ts'
export type { SupportedChains } from './gateway/supported-chains.ts'
export type { WalletPage } from './gateway/wallets.ts'
export { keepLog, type Log } from './keep-log.ts'
export type { AddressOf, AddressTypes } from './machine/address-types.ts'
export type {
  ConnectionEvent,
  KitEvent,
  SignInEvent,
  SignOutReason,
  TransactionEvent,
} from './machine/event.ts'
export { getAccount } from './machine/get-account.ts'
export { getConnection } from './machine/get-connection.ts'
export { type ConnectionView, getConnections } from './machine/get-connections.ts'
export { getPublicStatus } from './machine/get-public-status.ts'
export type { Kit, KitOptions, SignInOptions, WalletGroup, WalletOptions } from './machine/kit.ts'
export { type Note, note, watchNotes } from './machine/note.ts'
export type { Query } from './machine/query.ts'
export type { ChainIdOf, Register, RegisteredKit } from './machine/register.ts'
export type {
  AccountView,
  Attempt,
  Connection,
  KitFailure,
  LastSession,
  PaymentNote,
  PublicStatus,
  SignInState,
  State,
  Transaction,
  TransactionStatus,
} from './machine/state.ts'
export { addNameAddress } from './names/add-name-address.ts'
export { nameSuggestionsQuery } from './names/name-suggestions-query.ts'
export { namesOfQuery } from './names/names-of-query.ts'
export { registerName } from './names/register-name.ts'
export { setNameAttributes } from './names/set-name-attributes.ts'
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
export { addressOfNameQuery } from './queries/address-of-name-query.ts'
export { balancesQuery } from './queries/balances-query.ts'
export { historyQuery, type PagedQuery } from './queries/history-query.ts'
export { type Identity, identityQuery } from './queries/identity-query.ts'
export { nativeBalanceQuery } from './queries/native-balance-query.ts'
export { portfolioQuery } from './queries/portfolio-query.ts'
export { pricesQuery } from './queries/prices-query.ts'
export { supportedChainsQuery } from './queries/supported-chains-query.ts'
export { walletsQuery } from './queries/wallets-query.ts'
export { type RelativeTime, relativeTime } from './relative-time.ts'
export { readSource } from './rpc/read-source.ts'
export { addTransaction } from './send/add-transaction.ts'
export { discardTransaction } from './send/discard-transaction.ts'
export { estimateTransfer } from './send/estimate-transfer.ts'
export { prepareSend } from './send/prepare-send.ts'
export { send } from './send/send.ts'
export type { SendDraft } from './send/send-draft.ts'
export { watchTransaction } from './send/watch-transaction.ts'
export { cookieStorage } from './server/cookie-storage.ts'
export { cookieToInitialState } from './server/cookie-to-initial-state.ts'
export type { InitialState } from './server/initial-state.ts'
export { resume } from './session/resume.ts'
export { createSignIn } from './sign/create-sign-in.ts'
export { getSignInSession } from './sign/get-sign-in-session.ts'
export { prepareSignIn, type SignInRequest } from './sign/prepare-sign-in.ts'
export { signIn } from './sign/sign-in.ts'
export { signInMessage } from './sign/sign-in-message.ts'
export { signMessage } from './sign/sign-message.ts'
export { signOut } from './sign/sign-out.ts'
export { storageKey } from './storage/stored.ts'
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
export { groupWallets, type Wallet } from './wallet/group-wallets.ts'
export { isPhone } from './wallet/is-phone.ts'
export { type Platform, readPlatform } from './wallet/platform.ts'
export { type WalletLink, walletLink } from './wallet/wallet-link.ts'
