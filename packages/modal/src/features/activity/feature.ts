import type { Feature } from '../../contract/view.ts'
import activityCss from '../../styles/activity.css?inline'
import { activityWords } from '../../words/en/activity.ts'
import { Latest } from './Latest.tsx'
import { transactionView } from './TransactionDetails.tsx'
import { transactionsView } from './Transactions.tsx'

/** The feature that shows the history of an account. */
export const feature: Feature<'activity'> = {
  views: {
    Transaction: transactionView,
    Transactions: transactionsView,
  },
  parts: { Latest },
  words: activityWords,
  css: activityCss,
}
