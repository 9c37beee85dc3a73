import { type ReactElement, useEffect, useRef, useState } from 'react'
import type { OrderView } from '../server/view-of.ts'
import { Field } from './Field.tsx'
import type { OrderStanding } from './use-order.ts'

interface Props {
  readonly order: OrderView
  readonly standing: OrderStanding
}

/**
 * Simulates a crypto exchange in two steps: log in as its only test user, then confirm the payout.
 */
export function Exchange(props: Props): ReactElement {
  return props.order.isKnown ? <Withdrawal {...props} /> : <ExchangeLogin {...props} />
}

function ExchangeLogin({ order: { user }, standing: { fault, isBusy, say } }: Props): ReactElement {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void say('log-in', { name, password })
      }}
    >
      <p className="soft">
        Test user <strong>{user.name}</strong>, password <strong>{user.password}</strong>. Never
        type one of yours.
      </p>
      <Field
        name="name"
        label="User name"
        value={name}
        fault={fault}
        maxLength={64}
        onChange={setName}
      />
      <Field
        name="password"
        label="Password"
        value={password}
        fault={fault}
        maxLength={64}
        onChange={setPassword}
      />
      <button type="submit" className="primary" aria-disabled={isBusy}>
        Log in
      </button>
      <button
        type="button"
        className="quiet"
        onClick={() => {
          setName(user.name)
          setPassword(user.password)
        }}
      >
        Fill in the test user
      </button>
      <button type="button" className="quiet" onClick={() => void say('cancel')}>
        Cancel
      </button>
    </form>
  )
}

function Withdrawal({ order, standing: { isBusy, say } }: Props): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="step">
      <h2 ref={heading} tabIndex={-1}>
        Confirm the withdrawal
      </h2>
      <p className="soft">
        {order.purchaseAmount.amount} {order.purchaseAmount.currency} leave the test account of{' '}
        {order.user.name}.
      </p>
      <button
        type="button"
        className="primary"
        aria-disabled={isBusy}
        onClick={() => void say('withdraw')}
      >
        Withdraw
      </button>
      <button
        type="button"
        className="quiet"
        aria-disabled={isBusy}
        onClick={() => void say('cancel')}
      >
        Cancel
      </button>
    </div>
  )
}
