import type { ReactElement } from 'react'
import { WithLate } from '../../account/late.tsx'
import { swapHeading } from '../../swap/swap-heading.ts'
import type { AccountViews, View, ViewProps } from '../../view.ts'
import { guardSigning } from '../send-review/SendReview.tsx'

function Swap(props: ViewProps<'Swap'>): ReactElement {
  return (
    <WithLate name="swap" modal={props.modal} loading={props.modal.words.swap.loading}>
      {(chunk) => <chunk.Swap {...props} words={chunk.words} />}
    </WithLate>
  )
}

const swapView: View<'Swap'> = { heading: (words) => words.swap.heading, component: Swap }

function SwapToken(props: ViewProps<'SwapToken'>): ReactElement {
  return (
    <WithLate name="swap" modal={props.modal} loading={props.modal.words.swap.loading}>
      {(chunk) => <chunk.SwapToken {...props} words={chunk.words} />}
    </WithLate>
  )
}

const swapTokenView: View<'SwapToken'> = {
  heading: (words) => words.token.heading,
  component: SwapToken,
}

function SwapReview(props: ViewProps<'SwapReview'>): ReactElement {
  return (
    <WithLate name="swap" modal={props.modal} loading={props.modal.words.swap.loading}>
      {(chunk) => <chunk.SwapReview {...props} words={chunk.words} />}
    </WithLate>
  )
}

const swapReviewView: View<'SwapReview'> = {
  heading: (words) => words.swap.review,
  component: SwapReview,
  guard: guardSigning,
}

function SwapStatus(props: ViewProps<'SwapStatus'>): ReactElement {
  return (
    <WithLate name="swap" modal={props.modal} loading={props.modal.words.swap.loading}>
      {(chunk) => <chunk.SwapStatus {...props} words={chunk.words} />}
    </WithLate>
  )
}

const swapStatusView: View<'SwapStatus'> = {
  heading: ({ swap }, { id }, kit) => {
    const transaction = kit.getState().transactions[id]
    return transaction ? swapHeading(swap, transaction) : swap.other.unknown
  },
  component: SwapStatus,
}

/** Drawn by the swap chunk; their headings are there before it. */
export const swapViews: Pick<AccountViews, 'Swap' | 'SwapToken' | 'SwapReview' | 'SwapStatus'> = {
  Swap: swapView,
  SwapToken: swapTokenView,
  SwapReview: swapReviewView,
  SwapStatus: swapStatusView,
}
