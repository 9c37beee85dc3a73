import type { AccountId, Namespace, Social, WalletListing } from '@latchkey/protocol'

/** The views that lead to a connection, with their parameters. Plain data. */
export type ConnectingRoute =
  | { readonly view: 'Connect' }
  | { readonly view: 'ConnectWallets' }
  | { readonly view: 'AllWallets'; readonly search?: string }
  /**
   * Shows the wallets of one chain family. No other view leads here: only a page opens this view.
   */
  | { readonly view: 'ConnectFamily'; readonly namespace: Namespace }
  | { readonly view: 'ConnectingExternal'; readonly connector: string }
  /** Shows one wallet with a connector for each chain family; the visitor chooses the family. */
  | {
      readonly view: 'ConnectingMultiChain'
      readonly wallet: string
      readonly connectors: readonly string[]
    }
  /** Shows one wallet that is not in this browser and is reached through the kit's transport. */
  | { readonly view: 'ConnectingWalletConnect'; readonly wallet: WalletListing }
  /** Shows a QR code with which any remote wallet can connect. */
  | { readonly view: 'ConnectingWalletConnectBasic' }
  /** Shows all social logins that the owner offers. */
  | { readonly view: 'ConnectSocials' }
  | { readonly view: 'EmailLogin' }
  /**
   * `connector` is the one for login by email. The attempt continues while another view with the
   * same connector is shown.
   */
  | { readonly view: 'EmailVerifyOtp'; readonly connector: string; readonly email: string }
  | { readonly view: 'EmailVerifyDevice'; readonly connector: string; readonly email: string }
  | {
      readonly view: 'ConnectingSocial'
      readonly connector: string
      readonly social: Exclude<Social, 'farcaster'>
    }
  | { readonly view: 'ConnectingFarcaster'; readonly connector: string }
  /** Shown to a visitor who is logged in but must recover the wallet on this device. */
  | { readonly view: 'EmailRecover'; readonly connector: string }
  | { readonly view: 'UpdateEmailWallet' }
  /**
   * Two views that ask for the code mailed to the present address, then for the code mailed to the
   * new one.
   */
  | { readonly view: 'UpdateEmailPrimaryOtp' }
  | { readonly view: 'UpdateEmailSecondaryOtp' }
  /**
   * The owner asks connected visitors for an email address; `email` is the address as typed, when
   * the visitor returns to change it.
   */
  | {
      readonly view: 'DataCapture'
      readonly connector: string
      readonly account: AccountId
      readonly email?: string
    }
  /**
   * `uuid`: id to confirm the code with; another code may be mailed from `resendAt` on,
   * milliseconds since the epoch.
   */
  | {
      readonly view: 'DataCaptureOtpConfirm'
      readonly connector: string
      readonly account: AccountId
      readonly email: string
      readonly uuid: string
      readonly resendAt: number
    }
  /** Shows a request in the vault that waits for the visitor's approval. */
  | { readonly view: 'ApproveTransaction' }
  /** Asks a connected visitor to sign in to the site. */
  | { readonly view: 'SignIn' }
  | { readonly view: 'GetWallet' }
  | { readonly view: 'Downloads'; readonly wallet: WalletListing }
  | { readonly view: 'WhatIsAWallet' }

/**
 * Names the feature that draws each view that leads to a connection. The views of an account are in
 * `account-views.ts`, which is loaded with the feature `account`. The feature `connect` is part of
 * the dialog; every other feature is loaded before one of its views is shown, as listed in
 * `features/features.ts`.
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
  SignIn: 'sign-in',
} as const

/** Whether the view is one of those that lead to a connection. */
export function isConnecting(view: string): view is keyof typeof featureOfView {
  return view in featureOfView
}
