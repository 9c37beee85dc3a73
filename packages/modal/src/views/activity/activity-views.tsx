import type { ReactElement } from 'react'
import { WithActivity } from '../../account/activity-loader.tsx'
import type { View, ViewProps } from '../../view.ts'

function Transactions(props: ViewProps<'Transactions'>): ReactElement {
  return (
    <WithActivity modal={props.modal}>{(chunk) => <chunk.Transactions {...props} words={chunk.words} />}</WithActivity>
  )
}

export const transactionsView: View<'Transactions'> = {
  heading: (words) => words.activity.heading,
  component: Transactions,
}

function Transaction(props: ViewProps<'Transaction'>): ReactElement {
  return (
    <WithActivity modal={props.modal}>
      {(chunk) => <chunk.TransactionDetails {...props} words={chunk.words} />}
    </WithActivity>
  )
}

export const transactionView: View<'Transaction'> = {
  heading: (words) => words.activity.transaction,
  component: Transaction,
}
