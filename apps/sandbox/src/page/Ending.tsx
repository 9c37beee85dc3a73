import { type ReactElement, useEffect, useRef } from 'react'
import type { OrderView } from '../server/view-of.ts'

/** Milliseconds that the result is shown before the page redirects. */
const redirectDelayMs = 2_500

const endingTexts: Readonly<Record<string, readonly [heading: string, text: string]>> = {
  pending: [
    'Payment pending',
    'The bank takes its time. This page follows; you may also close it.',
  ],
  delivering: ['Paid', 'The coins are on their way.'],
  done: ['Delivered', 'The coins have arrived.'],
  declined: ['Declined', 'The sandbox bank said no. Nothing was paid.'],
  abandoned: ['Cancelled', 'Nothing was paid.'],
  failed: [
    'Not delivered',
    'The address takes no such coins. No money was moved, so none is lost.',
  ],
}

/**
 * Shows the result of an order and leads back: by a redirect to the page that began the order, or
 * by closing the window.
 */
export function OrderEnding({ order }: { readonly order: OrderView }): ReactElement {
  const { status, returnUrl, hash } = order
  const heading = useRef<HTMLHeadingElement>(null)
  const [title = '', text = ''] = endingTexts[status] ?? []
  const isOver = status !== 'pending' && status !== 'delivering'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new status must be announced
  useEffect(() => heading.current?.focus(), [status])
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(() => {
      if (returnUrl) window.location.assign(returnUrl)
      else window.close()
    }, redirectDelayMs)
    return () => clearTimeout(timer)
  }, [isOver, returnUrl])
  return (
    <div className="step">
      <h2 ref={heading} tabIndex={-1} className={`end ${status}`}>
        {title}
      </h2>
      <p>{text}</p>
      {hash && <p className="soft address">Transaction {hash}</p>}
      {isOver && returnUrl && (
        <a className="primary" href={returnUrl} rel="noreferrer">
          Back to the shop
        </a>
      )}
      {isOver && !returnUrl && (
        <p className="soft">This window closes by itself. If it does not, close it.</p>
      )}
    </div>
  )
}
