import { type ReactElement, useState } from 'react'
import type { OrderView } from '../server/view-of.ts'
import { Field } from './Field.tsx'
import type { OrderStanding } from './use-order.ts'

const groupByFour = (digits: string): string =>
  digits.replace(/\D/g, '').replace(/(\d{4})(?=\d)/g, '$1 ')

/** Shows the card form. It accepts only the test card numbers that it lists. */
export function CardForm({
  order,
  standing,
}: {
  readonly order: OrderView
  readonly standing: OrderStanding
}): ReactElement {
  const [card, setCard] = useState({ number: '', expiry: '', code: '' })
  const { fault, isBusy, say } = standing
  const renderField = (
    name: keyof typeof card,
    label: string,
    inputProps: Pick<Parameters<typeof Field>[0], 'inputMode' | 'placeholder' | 'maxLength'>,
  ): ReactElement => (
    <Field
      name={name}
      label={label}
      fault={fault}
      {...inputProps}
      value={card[name]}
      onChange={(value) => setCard({ ...card, [name]: value })}
    />
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void say('pay', card)
      }}
    >
      {renderField('number', 'Card number', {
        inputMode: 'numeric',
        placeholder: '4242 4242 4242 4242',
        maxLength: 24,
      })}
      <div className="pair">
        {renderField('expiry', 'Expiry', {
          inputMode: 'text',
          placeholder: '12 / 34',
          maxLength: 9,
        })}
        {renderField('code', 'Security code', {
          inputMode: 'numeric',
          placeholder: '123',
          maxLength: 4,
        })}
      </div>
      <button type="submit" className="primary" aria-disabled={isBusy}>
        {isBusy
          ? 'Paying …'
          : `Pay ${order.paymentTotal?.amount ?? ''} ${order.paymentTotal?.currency ?? ''}`}
      </button>
      <button type="button" className="quiet" onClick={() => void say('cancel')}>
        Cancel
      </button>
      <fieldset className="cards">
        <legend>Test cards</legend>
        <p className="soft">Never type a real card. One press fills the form.</p>
        {order.cards.map(({ number, says }) => (
          <button
            key={number}
            type="button"
            onClick={() => setCard({ number: groupByFour(number), expiry: '12 / 34', code: '123' })}
          >
            <span className="number">{groupByFour(number)}</span>{' '}
            <span className="soft">{says}</span>
          </button>
        ))}
      </fieldset>
    </form>
  )
}
