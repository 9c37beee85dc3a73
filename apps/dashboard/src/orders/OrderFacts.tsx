import type { OperatorOrderEvent, OperatorPayment, PaymentOrder } from '@latchkey/protocol'
import type { ReactElement, ReactNode } from 'react'
import { format } from '../format.ts'
import { formatAmount } from './order-words.ts'

const formatIso = (text: string): string => format.date(Date.parse(text))

/**
 * Shows the price of an order, its times, its confirmations, a refund note and the ways to pay it.
 */
export function OrderFacts({ order }: { readonly order: PaymentOrder }): ReactElement {
  const { payment, refund } = order
  return (
    <section className="card" aria-labelledby="order-facts">
      <h2 id="order-facts">Order</h2>
      <dl className="facts">
        <Fact name="Id">
          <span className="mono">{order.id}</span>
        </Fact>
        {order.reference ? <Fact name="Reference">{order.reference}</Fact> : null}
        {order.price ? (
          <Fact name="Price">
            {order.price.amount} {order.price.currency}
          </Fact>
        ) : null}
        <Fact name="Made">{formatIso(order.createdAt)}</Fact>
        <Fact name="Time is over">{formatIso(order.expiresAt)}</Fact>
        {payment ? (
          <Fact name="Confirmations">
            {payment.confirmations} of {payment.needed}
          </Fact>
        ) : null}
        {payment?.settledAt ? <Fact name="Settled">{formatIso(payment.settledAt)}</Fact> : null}
        {refund ? (
          <Fact name="Refund">
            {refund.note}
            <span className="soft"> Noted {formatIso(refund.at)}</span>
            {refund.hash ? <span className="mono breaks">{refund.hash}</span> : null}
          </Fact>
        ) : null}
      </dl>
      <h3>Ways to pay</h3>
      <ul className="list" aria-label="Ways to pay">
        {order.accepts.map((option) => (
          <li key={`${option.asset} ${option.to}`}>
            <div>
              <strong>
                {formatAmount(option.amount, option.decimals)} {option.symbol}
              </strong>{' '}
              <span className="mark">{option.chain}</span>
              <p className="soft mono">{option.to}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows the transactions that pay an order. */
export function OrderPayments({
  payments,
}: {
  readonly payments: readonly OperatorPayment[]
}): ReactElement {
  return (
    <section className="card" aria-labelledby="order-payments">
      <h2 id="order-payments">Payments</h2>
      <ul className="list" aria-label="Payments">
        {payments.map((payment) => (
          <li key={`${payment.chain} ${payment.hash}`}>
            <div>
              <strong>
                {formatAmount(payment.amount, payment.decimals)} {payment.symbol}
              </strong>{' '}
              <span className="mark">{payment.isConfirmed ? 'Confirmed' : 'Confirming'}</span>
              <p className="soft mono">{payment.hash}</p>
              <p className="soft">
                From <span className="mono">{payment.from}</span> in block{' '}
                {format.count(payment.block)}, {format.date(payment.minedAt)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Shows the changes of an order that the project's webhook is notified of, with their attempts. */
export function OrderEvents({
  events,
}: {
  readonly events: readonly OperatorOrderEvent[]
}): ReactElement {
  return (
    <section className="card" aria-labelledby="order-events">
      <h2 id="order-events">Webhook</h2>
      <ul className="list" aria-label="Webhook calls">
        {events.map((event) => (
          <li key={event.id}>
            <div>
              <strong>{format.date(event.at)}</strong>
              <p className="soft mono">{event.id}</p>
              <p className="soft">{describeDelivery(event)}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeDelivery({ tries, deliveredAt, dueAt, lastResult }: OperatorOrderEvent): string {
  const attempts = tries === 1 ? 'one attempt' : `${format.count(tries)} attempts`
  if (deliveredAt !== null) return `Taken after ${attempts}.`
  const result = lastResult === null ? '' : `, the last one ended with: ${lastResult}`
  if (dueAt === null) return `Given up after ${attempts}${result}.`
  return tries === 0
    ? 'Not told yet.'
    : `Not taken after ${attempts}${result}. Next one ${format.date(dueAt)}.`
}

function Fact({
  name,
  children,
}: {
  readonly name: string
  readonly children: ReactNode
}): ReactElement {
  return (
    <div>
      <dt className="soft">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
