import type { Feature } from '../../contract/view.ts'
import buyCss from '../../styles/buy.css?inline'
import { buyWords } from '../../words/en/buy.ts'
import { buyInProgressView } from './BuyInProgress.tsx'
import { fundWalletView } from './FundWallet.tsx'
import { onRampFiatSelectView } from './OnRampFiatSelect.tsx'
import { onRampProvidersView } from './OnRampProviders.tsx'
import { onRampTokenSelectView } from './OnRampTokenSelect.tsx'
import { payWithExchangeView } from './PayWithExchange.tsx'
import { whatIsABuyView } from './WhatIsABuy.tsx'

/** The feature for getting coins into an account: bought, or sent from an exchange. */
export const feature: Feature<'buy'> = {
  views: {
    BuyInProgress: buyInProgressView,
    FundWallet: fundWalletView,
    OnRampFiatSelect: onRampFiatSelectView,
    OnRampProviders: onRampProvidersView,
    OnRampTokenSelect: onRampTokenSelectView,
    PayWithExchange: payWithExchangeView,
    WhatIsABuy: whatIsABuyView,
  },
  words: buyWords,
  css: buyCss,
}
