import buyCss from '../styles/buy.css?inline'
import { buyWords } from '../words/en/buy.ts'
import type { BuyWords } from '../words/words.ts'
import { BuyInProgress } from './BuyInProgress.tsx'
import { FundWallet } from './FundWallet.tsx'
import { OnRampFiatSelect } from './OnRampFiatSelect.tsx'
import { OnRampProviders } from './OnRampProviders.tsx'
import { OnRampTokenSelect } from './OnRampTokenSelect.tsx'
import { PayWithExchange } from './PayWithExchange.tsx'
import { WhatIsABuy } from './WhatIsABuy.tsx'

/** How coins come to an account: loaded when the first of these views is wanted. */
export interface BuyChunk {
  readonly OnRampProviders: typeof OnRampProviders
  readonly OnRampTokenSelect: typeof OnRampTokenSelect
  readonly OnRampFiatSelect: typeof OnRampFiatSelect
  readonly BuyInProgress: typeof BuyInProgress
  readonly WhatIsABuy: typeof WhatIsABuy
  readonly FundWallet: typeof FundWallet
  readonly PayWithExchange: typeof PayWithExchange
  readonly words: BuyWords
  readonly css: string
}

export const buyChunk: BuyChunk = {
  OnRampProviders,
  OnRampTokenSelect,
  OnRampFiatSelect,
  BuyInProgress,
  WhatIsABuy,
  FundWallet,
  PayWithExchange,
  words: buyWords,
  css: buyCss,
}
