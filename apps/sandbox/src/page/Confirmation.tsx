import { type ReactElement, useEffect, useRef } from 'react'
import type { OrderView } from '../server/view-of.ts'
import type { OrderStanding } from './use-order.ts'

/** Simulates the step in which the buyer's bank asks for confirmation of a card payment. */
export function Confirmation({
  order,
  standing: { isBusy, say },
}: {
  readonly order: OrderView
  readonly standing: OrderStanding
}): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="step">
      <h2 ref={heading} tabIndex={-1}>
        Confirm with your bank
      </h2>
      <p className="soft">
        The sandbox bank wants to know whether you pay {order.paymentTotal?.amount}{' '}
        {order.paymentTotal?.currency}.
      </p>
      <button
        type="button"
        className="primary"
        aria-disabled={isBusy}
        onClick={() => void say('answer', { isYes: true })}
      >
        Yes, it is me
      </button>
      <button
        type="button"
        className="quiet"
        aria-disabled={isBusy}
        onClick={() => void say('answer', { isYes: false })}
      >
        No, decline
      </button>
    </div>
  )
}
