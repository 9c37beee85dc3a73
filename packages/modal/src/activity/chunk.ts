import activityCss from '../styles/activity.css?inline'
import { activityWords } from '../words/en/activity.ts'
import type { ActivityWords } from '../words/words.ts'
import { Latest } from './Latest.tsx'
import { TransactionDetails } from './TransactionDetails.tsx'
import { Transactions } from './Transactions.tsx'

/** What an account did: loaded when the tab is wanted. */
export interface ActivityChunk {
  readonly Latest: typeof Latest
  readonly Transactions: typeof Transactions
  readonly TransactionDetails: typeof TransactionDetails
  readonly words: ActivityWords
  readonly css: string
}

export const activityChunk: ActivityChunk = {
  Latest,
  Transactions,
  TransactionDetails,
  words: activityWords,
  css: activityCss,
}
