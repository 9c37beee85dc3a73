import { describe, expect, test } from 'vitest'
import type { AccountViewName, ConnectViewName, FurtherViewName, LoginViewName } from './route.ts'
import { isFurtherView } from './views.ts'

const homes = {
  AllWallets: 'further',
  ConnectFamily: 'further',
  ConnectingMultiChain: 'further',
  ConnectingWalletConnect: 'further',
  ConnectingWalletConnectBasic: 'further',
  Downloads: 'further',
  GetWallet: 'further',
  WhatIsAWallet: 'further',
  ApproveTransaction: 'further',
  ConnectingFarcaster: 'further',
  ConnectingSocial: 'further',
  ConnectSocials: 'further',
  DataCapture: 'further',
  DataCaptureOtpConfirm: 'further',
  EmailLogin: 'further',
  EmailRecover: 'further',
  EmailVerifyDevice: 'further',
  EmailVerifyOtp: 'further',
  UpdateEmailPrimaryOtp: 'further',
  UpdateEmailSecondaryOtp: 'further',
  UpdateEmailWallet: 'further',
  Account: 'account',
  AccountSettings: 'account',
  BuyInProgress: 'account',
  ChooseName: 'account',
  FundWallet: 'account',
  Networks: 'account',
  OnRampFiatSelect: 'account',
  OnRampProviders: 'account',
  OnRampTokenSelect: 'account',
  PayWithExchange: 'account',
  Receive: 'account',
  RegisterName: 'account',
  RegisterNameSuccess: 'account',
  Send: 'account',
  SendReview: 'account',
  SendStatus: 'account',
  SendToken: 'account',
  Swap: 'account',
  SwapReview: 'account',
  SwapStatus: 'account',
  SwapToken: 'account',
  SwitchActiveChain: 'account',
  SwitchNetwork: 'account',
  Transaction: 'account',
  Transactions: 'account',
  UnsupportedChain: 'account',
  UpgradeWallet: 'account',
  WalletCompatibleNetworks: 'account',
  WhatIsABuy: 'account',
  WhatIsANetwork: 'account',
} satisfies Record<FurtherViewName | LoginViewName, 'further'> &
  Record<Exclude<AccountViewName, ConnectViewName>, 'account'>

describe('isFurtherView', () => {
  test.each(Object.entries(homes))('default: %s comes with the %s chunk', (name, home) => {
    expect(isFurtherView(name as keyof typeof homes)).toBe(home === 'further')
  })
})
