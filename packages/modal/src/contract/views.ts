import type { featureOfAccountView } from './account-views.ts'
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
} as const satisfies Partial<Record<ViewName, string>>

type FeaturesOfViews = typeof featureOfView & typeof featureOfAccountView
export type FeatureOf<N extends ViewName> = FeaturesOfViews[N]
export type FeatureName = FeatureOf<ViewName>
/** A feature that does not come with the dialog. */
export type LateFeatureName = Exclude<FeatureName, 'connect'>
/** A feature that comes after the account. */
export type AccountFeatureName = Exclude<
  (typeof featureOfAccountView)[keyof typeof featureOfAccountView],
  'account'
>
/** The views of a feature. */
export type ViewNameOf<F extends FeatureName> = {
  [N in ViewName]: FeatureOf<N> extends F ? N : never
}[ViewName]

/** Whether the view is one of those that lead to a connection. */
export function isConnecting(view: ViewName): view is keyof typeof featureOfView {
  return view in featureOfView
}
