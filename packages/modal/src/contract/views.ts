import type { ViewName } from './route.ts'

/**
 * The feature that draws each view that leads to a connection; the views of an account are in
 * `account-views.ts`, which is loaded with it. `connect` is part of the dialog; each other feature
 * is loaded, by its line in `features/features.ts`, before one of its views is shown.
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
