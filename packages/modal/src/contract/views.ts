import type { ViewName } from './route.ts'

/**
 * The feature that draws each view on the way to a connection; those of an account stand in
 * `account-views.ts`, which comes with it. `connect` comes with the dialog, each other is loaded, by
 * its line in `features/features.ts`, before one of its views is shown.
 */
export const featureOfView = {
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
} as const

/** Whether the view is one of those that lead to a connection. */
export function isConnecting(view: ViewName): view is keyof typeof featureOfView {
  return view in featureOfView
}
