import type { ReactElement, ReactNode } from 'react'
import { type LateChunk, WithLate } from '../../account/late.tsx'
import type { AccountViews, View, ViewModal, ViewProps } from '../../view.ts'

function Late(props: {
  readonly modal: ViewModal
  readonly children: (chunk: LateChunk<'buy'>) => ReactNode
}): ReactElement {
  return (
    <WithLate name="buy" modal={props.modal} loading={props.modal.words.buy.loading}>
      {props.children}
    </WithLate>
  )
}

const onRampProvidersView: View<'OnRampProviders'> = {
  heading: (words) => words.buy.heading,
  component: (props: ViewProps<'OnRampProviders'>) => (
    <Late modal={props.modal}>
      {(chunk) => <chunk.OnRampProviders {...props} words={chunk.words} />}
    </Late>
  ),
}

const onRampTokenSelectView: View<'OnRampTokenSelect'> = {
  heading: (words) => words.buy.token,
  component: (props: ViewProps<'OnRampTokenSelect'>) => (
    <Late modal={props.modal}>
      {(chunk) => <chunk.OnRampTokenSelect {...props} words={chunk.words} />}
    </Late>
  ),
}

const onRampFiatSelectView: View<'OnRampFiatSelect'> = {
  heading: (words) => words.buy.currency,
  component: (props: ViewProps<'OnRampFiatSelect'>) => (
    <Late modal={props.modal}>
      {(chunk) => <chunk.OnRampFiatSelect {...props} words={chunk.words} />}
    </Late>
  ),
}

const buyInProgressView: View<'BuyInProgress'> = {
  heading: ({ buy }, { purchase, end }) => {
    if (end !== 'done') return buy.finishIn(purchase.name)
    return purchase.kind === 'deposit' ? buy.deposited : buy.bought
  },
  component: (props: ViewProps<'BuyInProgress'>) => (
    <Late modal={props.modal}>
      {(chunk) => <chunk.BuyInProgress {...props} words={chunk.words} />}
    </Late>
  ),
}

const whatIsABuyView: View<'WhatIsABuy'> = {
  heading: (words) => words.buy.what,
  component: (props: ViewProps<'WhatIsABuy'>) => (
    <Late modal={props.modal}>
      {(chunk) => <chunk.WhatIsABuy {...props} words={chunk.words} />}
    </Late>
  ),
}

const fundWalletView: View<'FundWallet'> = {
  heading: (words) => words.buy.fund,
  component: (props: ViewProps<'FundWallet'>) => (
    <Late modal={props.modal}>
      {(chunk) => <chunk.FundWallet {...props} words={chunk.words} />}
    </Late>
  ),
}

const payWithExchangeView: View<'PayWithExchange'> = {
  heading: (words) => words.buy.exchange,
  component: (props: ViewProps<'PayWithExchange'>) => (
    <Late modal={props.modal}>
      {(chunk) => <chunk.PayWithExchange {...props} words={chunk.words} />}
    </Late>
  ),
}

/** Drawn by the buy chunk; their headings are there before it. */
export const buyViews: Pick<
  AccountViews,
  | 'OnRampProviders'
  | 'OnRampTokenSelect'
  | 'OnRampFiatSelect'
  | 'BuyInProgress'
  | 'WhatIsABuy'
  | 'FundWallet'
  | 'PayWithExchange'
> = {
  OnRampProviders: onRampProvidersView,
  OnRampTokenSelect: onRampTokenSelectView,
  OnRampFiatSelect: onRampFiatSelectView,
  BuyInProgress: buyInProgressView,
  WhatIsABuy: whatIsABuyView,
  FundWallet: fundWalletView,
  PayWithExchange: payWithExchangeView,
}
