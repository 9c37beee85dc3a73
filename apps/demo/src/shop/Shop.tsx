import { formatAmount } from '@latchkey/core'
import type { ReactElement } from 'react'
import { usdc } from '../devnet/devnet.ts'
import { Drawing } from './Drawing.tsx'
import { type Basket, products, type Shape } from './products.ts'

export function formatPrice(amount: bigint): string {
  return `${formatAmount(amount, usdc.decimals)} USDC`
}

interface Props {
  readonly basket: Basket
  readonly onAdd: (id: Shape, count: number) => void
}

export function Shop({ basket, onAdd }: Props): ReactElement {
  return (
    <section className="wares" aria-labelledby="wares-title">
      <h2 id="wares-title">From this week's firing</h2>
      <ul className="grid">
        {products.map(({ id, name, detail, price: amount }) => (
          <li key={id} className="card">
            <div className="plinth">
              <Drawing shape={id} />
              {basket[id] ? (
                <span className="badge" role="img" aria-label={`${basket[id]} in the basket`}>
                  {basket[id]}
                </span>
              ) : null}
            </div>
            <h3>{name}</h3>
            <p className="quiet">{detail}</p>
            <div className="card-foot">
              <span className="price">{formatPrice(amount)}</span>
              <button
                type="button"
                className="button"
                aria-label={`Add ${name} to the basket`}
                onClick={() => onAdd(id, 1)}
              >
                Add
              </button>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
