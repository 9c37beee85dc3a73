import type { PlainViewName } from '@latchkey/modal'

/**
 * The dialog's views that the playground can open, each with the visitors who can use it:
 * `stranger` means visitors who are not connected.
 */
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

/** Names of the dialog's views that can be opened directly. */
export function listViews(isConnected: boolean): readonly PlainViewName[] {
  const names = Object.keys(viewAudience) as PlainViewName[]
  return names.filter((name) => viewAudience[name] !== (isConnected ? 'stranger' : 'connected'))
}
