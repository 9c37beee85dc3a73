import type { Feature } from '../../contract/view.ts'
import accountCss from '../../styles/account.css?inline'
import cardsCss from '../../styles/cards.css?inline'
import codeCss from '../../styles/code.css?inline'
import searchCss from '../../styles/search.css?inline'
import { accountWords } from '../../words/en/account.ts'
import { errorWords } from '../../words/en/errors.ts'
import { networksView } from '../networks/Networks.tsx'
import { switchActiveChainView } from '../networks/SwitchActiveChain.tsx'
import { switchNetworkView } from '../networks/SwitchNetwork.tsx'
import { unsupportedChainView } from '../networks/UnsupportedChain.tsx'
import { walletCompatibleNetworksView } from '../networks/WalletCompatibleNetworks.tsx'
import { whatIsANetworkView } from '../networks/WhatIsANetwork.tsx'
import { sendView } from '../send/Send.tsx'
import { sendReviewView } from '../send/SendReview.tsx'
import { sendStatusView } from '../send/SendStatus.tsx'
import { sendTokenView } from '../send/SendToken.tsx'
import { accountView } from './Account.tsx'
import { later } from './later.ts'
import { receiveView } from './Receive.tsx'
import { startAccountScope } from './scope.tsx'
import { accountSettingsView } from './settings/AccountSettings.tsx'

/**
 * The feature that draws the views of an account, loaded when a session exists or one of these
 * views is opened.
 */
export const feature: Feature<'account'> = {
  views: {
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
    WhatIsANetwork: whatIsANetworkView,
    WalletCompatibleNetworks: walletCompatibleNetworksView,
  },
  sharedWords: { ...accountWords, errors: errorWords },
  css: [cardsCss, codeCss, searchCss, accountCss].join('\n'),
  later,
  start: startAccountScope,
}
