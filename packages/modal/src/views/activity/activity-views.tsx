import type { ReactElement } from 'react'
import { WithLate } from '../../account/late.tsx'
import type { AccountViews, View, ViewProps } from '../../view.ts'

function Transactions(props: ViewProps<'Transactions'>): ReactElement {
  return (
    <WithLate name="activity" modal={props.modal} loading={props.modal.words.activity.loading}>
      {(chunk) => <chunk.Transactions {...props} words={chunk.words} />}
    </WithLate>
  )
}

const transactionsView: View<'Transactions'> = {
  heading: (words) => words.activity.heading,
  component: Transactions,
}

function Transaction(props: ViewProps<'Transaction'>): ReactElement {
  return (
    <WithLate name="activity" modal={props.modal} loading={props.modal.words.activity.loading}>
      {(chunk) => <chunk.TransactionDetails {...props} words={chunk.words} />}
    </WithLate>
  )
}

const transactionView: View<'Transaction'> = {
  heading: (words) => words.activity.transaction,
  component: Transaction,
}

/** Drawn by the activity chunk; their headings are there before it. */
export const activityViews: Pick<AccountViews, 'Transactions' | 'Transaction'> = {
  Transactions: transactionsView,
  Transaction: transactionView,
}
