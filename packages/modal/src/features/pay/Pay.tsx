import { type ReactElement, useEffect, useSyncExternalStore } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { paySessionOf } from '../../pay/pay-session.ts'
import { payWords } from '../../words/en/pay.ts'
import { guardSigning } from '../send/SendReview.tsx'
import { PayStatus } from './PayStatus.tsx'
import { Quote } from './Quote.tsx'

/** The view Pay: first the quote of the payment, then the payment's state. */
function Pay(props: ViewProps<'Pay'>): ReactElement {
  const { kit, modal, route, words } = props
  const session = paySessionOf(kit, route.request)
  const state = useSyncExternalStore(session.subscribe, session.getState, session.getState)
  useEffect(() => session.start(), [session])
  const shownState = state.phase === 'shown' ? state.status.state : 'none'
  useEffect(() => {
    // The state of the payment is put into the route, because the view's heading depends on it.
    if ((route.state ?? 'none') !== shownState) modal.update({ ...route, state: shownState })
  }, [modal, route, shownState])
  switch (state.phase) {
    case 'reading':
      return (
        <div className="review pay" aria-busy="true">
          <p className="hidden" role="status">
            {words.reading}
          </p>
          <span className="skeleton figure-skeleton pay-figure" />
          <span className="skeleton pay-box" />
          <span className="skeleton pay-box" />
        </div>
      )
    case 'unreadable':
      return (
        <div className="review pay">
          <p className="review-status" role="alert" data-failed="true">
            {modal.words.errors[state.code]}
          </p>
          <button type="button" className="primary" onClick={() => session.start()}>
            {words.retry}
          </button>
        </div>
      )
    case 'shown': {
      const { status } = state
      const isQuote = status.state === 'none' || status.state === 'asking'
      return isQuote ? (
        <Quote {...props} session={session} shown={state} />
      ) : (
        <PayStatus {...props} session={session} bill={state.bill} status={status} />
      )
    }
  }
}

export const payView: View<'Pay'> = {
  heading: (_, { state = 'none' }) => payWords.heading[state],
  component: Pay,
  guard: guardSigning,
}
