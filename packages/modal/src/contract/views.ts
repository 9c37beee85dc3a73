import type { ViewName } from './route.ts'

/**
 * The feature that draws each view. `connect` comes with the dialog; each other is loaded, by its
 * line in `features.ts`, before one of its views is shown.
 */
export const featureOf = {
  Connect: 'connect',
  ConnectWallets: 'connect',
  ConnectingExternal: 'connect',
  AllWallets: 'wallets',
  ConnectFamily: 'wallets',
  ConnectingMultiChain: 'wallets',
  ConnectingWalletConnect: 'wallets',
  ConnectingWalletConnectBasic: 'wallets',
  Downloads: 'wallets',
  GetWallet: 'wallets',
  WhatIsAWallet: 'wallets',
  ApproveTransaction: 'login',
  ConnectingFarcaster: 'login',
  ConnectingSocial: 'login',
  ConnectSocials: 'login',
  EmailLogin: 'login',
  EmailRecover: 'login',
  EmailVerifyDevice: 'login',
  EmailVerifyOtp: 'login',
  UpdateEmailPrimaryOtp: 'login',
  UpdateEmailSecondaryOtp: 'login',
  UpdateEmailWallet: 'login',
  DataCapture: 'email-capture',
  DataCaptureOtpConfirm: 'email-capture',
  Account: 'account',
  AccountSettings: 'account',
  Networks: 'account',
  Receive: 'account',
  Send: 'account',
  SendReview: 'account',
  SendStatus: 'account',
  SendToken: 'account',
  SwitchActiveChain: 'account',
  SwitchNetwork: 'account',
  UnsupportedChain: 'account',
  WalletCompatibleNetworks: 'account',
  WhatIsANetwork: 'account',
  Transaction: 'activity',
  Transactions: 'activity',
  Swap: 'swap',
  SwapReview: 'swap',
  SwapStatus: 'swap',
  SwapToken: 'swap',
  BuyInProgress: 'buy',
  FundWallet: 'buy',
  OnRampFiatSelect: 'buy',
  OnRampProviders: 'buy',
  OnRampTokenSelect: 'buy',
  PayWithExchange: 'buy',
  WhatIsABuy: 'buy',
  ChooseName: 'names',
  RegisterName: 'names',
  RegisterNameSuccess: 'names',
  UpgradeWallet: 'smart-account',
} as const satisfies Record<ViewName, string>

export type FeatureOf<N extends ViewName> = (typeof featureOf)[N]
export type FeatureName = FeatureOf<ViewName>
/** A feature that does not come with the dialog. */
export type LateFeatureName = Exclude<FeatureName, 'connect'>
/** The views of a feature. */
export type ViewNameOf<F extends FeatureName> = {
  [N in ViewName]: FeatureOf<N> extends F ? N : never
}[ViewName]

/** Whether the view is one of those that lead to a connection. */
export function isConnecting(view: ViewName): boolean {
  return ['connect', 'wallets', 'login', 'email-capture'].includes(featureOf[view])
}
