import type { ReactElement } from 'react'
import type { OrderView } from '../server/view-of.ts'

/** Shows price, purpose and receiver of an order. */
export function Summary({ order }: { readonly order: OrderView }): ReactElement {
  const { purchaseAmount, paymentTotal, fees, wallet } = order
  return (
    <dl className="summary">
      <div className="total">
        <dt>{paymentTotal ? 'You buy' : 'You withdraw'}</dt>
        <dd>
          {purchaseAmount.amount} {purchaseAmount.currency}
        </dd>
      </div>
      {paymentTotal && (
        <div>
          <dt>You pay</dt>
          <dd>
            {paymentTotal.amount} {paymentTotal.currency}
          </dd>
        </div>
      )}
      {fees.map(({ name, money }) => (
        <div key={name} className="soft">
          <dt>{name}, included</dt>
          <dd>
            {money.amount} {money.currency}
          </dd>
        </div>
      ))}
      <div>
        <dt>To</dt>
        <dd className="address">{wallet}</dd>
      </div>
    </dl>
  )
}
