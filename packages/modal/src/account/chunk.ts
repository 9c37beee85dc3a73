import accountCss from '../styles/account.css?inline'
import cardsCss from '../styles/cards.css?inline'
import codeCss from '../styles/code.css?inline'
import searchCss from '../styles/search.css?inline'
import type { AccountChunk, AccountViews } from '../view.ts'
import { accountView } from '../views/account/Account.tsx'
import { accountSettingsView } from '../views/account-settings/AccountSettings.tsx'
import { activityViews } from '../views/activity/activity-views.tsx'
import { buyViews } from '../views/buy/buy-views.tsx'
import { switchActiveChainView } from '../views/multi-chain/SwitchActiveChain.tsx'
import { namesViews } from '../views/names/names-views.tsx'
import { networksView } from '../views/networks/Networks.tsx'
import { receiveView } from '../views/receive/Receive.tsx'
import { sendView } from '../views/send/Send.tsx'
import { sendReviewView } from '../views/send-review/SendReview.tsx'
import { sendStatusView } from '../views/send-status/SendStatus.tsx'
import { sendTokenView } from '../views/send-token/SendToken.tsx'
import { swapViews } from '../views/swap/swap-views.tsx'
import { switchNetworkView } from '../views/switch-network/SwitchNetwork.tsx'
import { unsupportedChainView } from '../views/unsupported-chain/UnsupportedChain.tsx'
import { upgradeWalletView } from '../views/upgrade/upgrade-view.tsx'
import { walletCompatibleNetworksView } from '../views/wallet-compatible-networks/WalletCompatibleNetworks.tsx'
import { whatIsANetworkView } from '../views/what-is-a-network/WhatIsANetwork.tsx'
import { accountWords } from '../words/en/account.ts'
import { errorWords } from '../words/en/errors.ts'
import { startAccountScope } from './scope.tsx'

const views: AccountViews = {
  ...activityViews,
  ...buyViews,
  ...namesViews,
  ...swapViews,
  Account: accountView,
  AccountSettings: accountSettingsView,
  Networks: networksView,
  Receive: receiveView,
  Send: sendView,
  SendReview: sendReviewView,
  SendStatus: sendStatusView,
  SendToken: sendTokenView,
  SwitchActiveChain: switchActiveChainView,
  SwitchNetwork: switchNetworkView,
  UnsupportedChain: unsupportedChainView,
  UpgradeWallet: upgradeWalletView,
  WhatIsANetwork: whatIsANetworkView,
  WalletCompatibleNetworks: walletCompatibleNetworksView,
}

/** Everything an account needs, loaded when a session stands or one of these views is asked for. */
export const accountChunk: AccountChunk = {
  views,
  words: { ...accountWords, errors: errorWords },
  css: [cardsCss, codeCss, searchCss, accountCss].join('\n'),
  start: startAccountScope,
}
