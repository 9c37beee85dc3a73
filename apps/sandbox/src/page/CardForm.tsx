import { type ReactElement, useState } from 'react'
import type { OrderView } from '../server/view-of.ts'
import { Field } from './Field.tsx'
import type { Standing } from './use-order.ts'

const inFours = (digits: string): string => digits.replace(/\D/g, '').replace(/(\d{4})(?=\d)/g, '$1 ')

/** The card form: takes the test numbers it lists and no other. */
export function CardForm({
  order,
  standing,
}: {
  readonly order: OrderView
  readonly standing: Standing
}): ReactElement {
  const [number, setNumber] = useState('')
  const [expiry, setExpiry] = useState('')
  const [code, setCode] = useState('')
  const { fault, isBusy, say } = standing
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void say('pay', { number, expiry, code })
      }}
    >
      <Field
        name="number"
        label="Card number"
        value={number}
        fault={fault}
        inputMode="numeric"
        placeholder="4242 4242 4242 4242"
        maxLength={24}
        onChange={setNumber}
      />
      <div className="pair">
        <Field
          name="expiry"
          label="Expiry"
          value={expiry}
          fault={fault}
          inputMode="text"
          placeholder="12 / 34"
          maxLength={9}
          onChange={setExpiry}
        />
        <Field
          name="code"
          label="Security code"
          value={code}
          fault={fault}
          inputMode="numeric"
          placeholder="123"
          maxLength={4}
          onChange={setCode}
        />
      </div>
      <button type="submit" className="primary" aria-disabled={isBusy}>
        {isBusy ? 'Paying …' : `Pay ${order.paymentTotal?.amount ?? ''} ${order.paymentTotal?.currency ?? ''}`}
      </button>
      <button type="button" className="quiet" onClick={() => void say('cancel')}>
        Cancel
      </button>
      <fieldset className="cards">
        <legend>Test cards</legend>
        <p className="soft">Never type a real card. One press fills the form.</p>
        {order.cards.map((card) => (
          <button
            key={card.number}
            type="button"
            onClick={() => {
              setNumber(inFours(card.number))
              setExpiry('12 / 34')
              setCode('123')
            }}
          >
            <span className="number">{inFours(card.number)}</span> <span className="soft">{card.says}</span>
          </button>
        ))}
      </fieldset>
    </form>
  )
}
