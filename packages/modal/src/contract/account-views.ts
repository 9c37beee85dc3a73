import type { ViewName } from './route.ts'
import type { featureOfView } from './views.ts'

/**
 * The feature that draws each view of an account. Those but the account itself are loaded, by their
 * lines in `features/account/later.ts`, before one of their views is shown.
 */
export const featureOfAccountView = {
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
} as const satisfies Record<Exclude<ViewName, keyof typeof featureOfView>, string>
