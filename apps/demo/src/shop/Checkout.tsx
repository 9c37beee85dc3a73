import type { TestWallet } from '@latchkey/signer/in-page'
import type { MouseEvent, ReactElement } from 'react'
import { type Basket, basketCount, basketTotal, products, type Shape } from './products.ts'
import { formatPrice } from './Shop.tsx'
import type { Payment } from './use-payment.ts'

interface Props {
  readonly basket: Basket
  readonly payment: Payment
  readonly isConnected: boolean
  readonly companion: string
  readonly onAdd: (id: Shape, count: number) => void
  readonly onPay: () => void
  readonly onReset: () => void
  readonly onFund: () => void
}

const busyTexts = {
  checking: 'Asking the chain…',
  signing: 'Confirm in your wallet…',
  submitted: 'On its way…',
} as const

/**
 * Opens the wallet through its own object on this page (`testWallet`), so that the wallet's window
 * can tell this page of changes at once.
 */
function openWallet(event: MouseEvent): void {
  const { testWallet } = window as Window & { readonly testWallet?: TestWallet }
  if (!testWallet || event.metaKey || event.ctrlKey) return
  event.preventDefault()
  testWallet.openWallet()
}

export function Checkout(props: Props): ReactElement {
  const { basket, payment, isConnected, companion, onAdd, onPay, onReset, onFund } = props
  const basketProducts = products.filter(({ id }) => basket[id])
  const busyText =
    payment.status in busyTexts ? busyTexts[payment.status as keyof typeof busyTexts] : undefined
  return (
    <aside className="checkout" id="basket" aria-labelledby="basket-title">
      <h2 id="basket-title">Basket</h2>
      {basketProducts.length === 0 && payment.status !== 'paid' ? (
        <p className="quiet empty">Nothing in it yet. Add a cup, say.</p>
      ) : null}
      <ul className="lines">
        {basketProducts.map(({ id, name, price: amount }) => (
          <li key={id}>
            <span className="line-name">{name}</span>
            <span className="stepper">
              <button type="button" aria-label={`One ${name} less`} onClick={() => onAdd(id, -1)}>
                −
              </button>
              <span className="count">{basket[id]}</span>
              <button type="button" aria-label={`One ${name} more`} onClick={() => onAdd(id, 1)}>
                +
              </button>
            </span>
            <span className="line-price">{formatPrice(amount * BigInt(basket[id] ?? 0))}</span>
          </li>
        ))}
      </ul>
      {basketProducts.length > 0 ? (
        <>
          <p className="sum">
            <span>
              {basketCount(basket)} {basketCount(basket) === 1 ? 'piece' : 'pieces'}, shipping
              imagined
            </span>
            <strong>{formatPrice(basketTotal(basket))}</strong>
          </p>
          <button
            type="button"
            className="button primary"
            aria-disabled={busyText !== undefined}
            onClick={busyText ? undefined : onPay}
          >
            {busyText ??
              (isConnected ? `Pay ${formatPrice(basketTotal(basket))}` : 'Connect to pay')}
          </button>
        </>
      ) : null}
      <div role="status" className="outcome">
        {payment.status === 'failed' ? (
          <p className="bad">
            <strong>{payment.what}</strong>{' '}
            {payment.held === undefined ? null : `You have ${payment.held}. `}
            {payment.isShortOfFunds ? (
              <button type="button" className="link" onClick={onFund}>
                Add funds
              </button>
            ) : (
              payment.fix
            )}
          </p>
        ) : null}
        {payment.status === 'paid' ? (
          <p className="good">
            <strong>Paid {formatPrice(payment.amount)}.</strong> The chain has confirmed it:{' '}
            <code>{payment.hash.slice(0, 10)}…</code>{' '}
            <button type="button" className="link" onClick={onReset}>
              Close the receipt
            </button>
          </p>
        ) : null}
      </div>
      <p className="note">
        No wallet? This page brings one along for trying: “Test wallet”. Its keys are public, and
        its own page is the{' '}
        <a href={companion} target="_blank" rel="noreferrer" onClick={openWallet}>
          companion
        </a>
        .
      </p>
    </aside>
  )
}
