import type { PlainViewName } from '@latchkey/modal'

/** The views that the playground opens, by who can use them; a `stranger` is not connected. */
const viewAudience: Readonly<Partial<Record<PlainViewName, 'all' | 'stranger' | 'connected'>>> = {
  Connect: 'stranger',
  ConnectWallets: 'stranger',
  ConnectSocials: 'stranger',
  EmailLogin: 'stranger',
  ConnectingWalletConnectBasic: 'stranger',
  AllWallets: 'all',
  GetWallet: 'all',
  WhatIsAWallet: 'all',
  WhatIsANetwork: 'all',
  WhatIsABuy: 'all',
  Networks: 'all',
  WalletCompatibleNetworks: 'connected',
  UnsupportedChain: 'connected',
  Account: 'connected',
  AccountSettings: 'connected',
  ProfileWallets: 'connected',
  UpdateEmailWallet: 'connected',
  UpdateEmailPrimaryOtp: 'connected',
  UpdateEmailSecondaryOtp: 'connected',
  UpgradeWallet: 'connected',
  ApproveTransaction: 'connected',
  Receive: 'connected',
  Send: 'connected',
  SendToken: 'connected',
  Swap: 'connected',
  OnRampProviders: 'connected',
  FundWallet: 'connected',
  PayWithExchange: 'connected',
  Transactions: 'connected',
  ChooseName: 'connected',
}

/** Views that can be opened directly. */
export function listViews(isConnected: boolean): readonly PlainViewName[] {
  const names = Object.keys(viewAudience) as PlainViewName[]
  return names.filter((name) => viewAudience[name] !== (isConnected ? 'stranger' : 'connected'))
}
