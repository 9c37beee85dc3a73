import type { RelativeTime } from '@latchkey/core'

/**
 * Past tense, present participle and infinitive for each of the 17 kinds of transaction that the
 * gateway reports.
 */
const verbFormsByKind: Readonly<Record<string, readonly [string, string, string]>> = {
  approve: ['Approved', 'Approving', 'approve'],
  bought: ['Bought', 'Buying', 'buy'],
  borrow: ['Borrowed', 'Borrowing', 'borrow'],
  burn: ['Burnt', 'Burning', 'burn'],
  cancel: ['Canceled', 'Canceling', 'cancel'],
  claim: ['Claimed', 'Claiming', 'claim'],
  deploy: ['Deployed', 'Deploying', 'deploy'],
  deposit: ['Deposited', 'Depositing', 'deposit'],
  execute: ['Executed', 'Executing', 'execute'],
  mint: ['Minted', 'Minting', 'mint'],
  receive: ['Received', 'Receiving', 'receive'],
  repay: ['Repaid', 'Repaying', 'repay'],
  send: ['Sent', 'Sending', 'send'],
  stake: ['Staked', 'Staking', 'stake'],
  trade: ['Swapped', 'Swapping', 'swap'],
  unstake: ['Unstaked', 'Unstaking', 'unstake'],
  withdraw: ['Withdrawn', 'Withdrawing', 'withdraw'],
}
/**
 * The preposition before the name of the receiver, the sender, or the approved or called
 * application; for a trade, before the assets received.
 */
const prepositions: Readonly<Record<string, string>> = {
  send: 'to',
  receive: 'from',
  trade: 'for',
  approve: 'for',
  execute: 'on',
}
const objectNames: Readonly<Record<string, string>> = {
  cancel: 'a transaction',
  deploy: 'a contract',
  execute: 'a call',
}
const units = {
  second: 'sec',
  minute: 'min',
  hour: 'hr',
  day: 'd',
  month: 'mo',
  year: 'yr',
} as const

/** A kind is untrusted text: `constructor` must not find an inherited field. */
function findText<T>(table: Readonly<Record<string, T>>, kind: string): T | undefined {
  return Object.hasOwn(table, kind) ? table[kind] : undefined
}

function verbOfKind(kind: string, status: 'confirmed' | 'failed' | 'pending'): string {
  const verbForms = findText(verbFormsByKind, kind)
  if (verbForms) {
    const [past, present, infinitive] = verbForms
    if (status === 'failed') return `Failed to ${infinitive}`
    return status === 'confirmed' ? past : present
  }
  const word = kind.replace(/[^\p{L}\p{N}]+/gu, ' ').trim() || 'transaction'
  const name = word.charAt(0).toUpperCase() + word.slice(1)
  return status === 'failed' ? `Failed: ${name}` : name
}

/** Texts of the activity views, loaded with their chunk. */
export const activityWords = {
  /**
   * Describes one transaction: what happened, what moved, and the receiver, the sender, or the
   * approved or called application; for a trade, the assets received instead.
   */
  title: ({
    kind,
    status,
    what,
    other,
  }: {
    readonly kind: string
    readonly status: 'confirmed' | 'failed' | 'pending'
    readonly what: string
    readonly other: string
  }): string => {
    const objectText = what || findText(objectNames, kind) || ''
    const prepositionText = findText(prepositions, kind)
    return [
      verbOfKind(kind, status),
      objectText,
      prepositionText && other && `${prepositionText} ${other}`,
    ]
      .filter(Boolean)
      .join(' ')
  },
  /** Sentence for a transaction that the page itself has sent and described. */
  described: (description: string, status: 'confirmed' | 'failed' | 'pending'): string =>
    status === 'failed' ? `Failed: ${description}` : description,
  both: (a: string, b: string): string => `${a} and ${b}`,
  more: (first: string, count: number): string => `${first} and ${count} more`,
  anyAmount: (symbol: string): string => `any amount of ${symbol}`,
  token: 'an unknown token',
  collectible: 'a collectible',
  ago: ({ count, unit, isFuture }: RelativeTime): string => {
    const text = `${count} ${units[unit]}${count > 1 && unit === 'hour' ? 's' : ''}`
    return isFuture ? `in ${text}` : `${text} ago`
  },
  pending: 'Pending',
  list: 'Activity list',
  all: 'All transactions',
  showHidden: 'Show hidden',
  hidden: (count: number): string =>
    count === 1 ? '1 hidden as likely spam' : `${count} hidden as likely spam`,
  exportCsv: 'Export CSV',
  exporting: (count: number): string =>
    count === 0 ? 'Collecting transactions' : `Collected ${count} transactions`,
  exported: (count: number): string =>
    count === 1 ? 'Saved 1 transaction' : `Saved ${count} transactions`,
  exportedNewest: (count: number): string => `Saved the newest ${count} transactions`,
  loading: 'Loading transactions',
  loadMore: 'Load more',
  loaded: (count: number): string =>
    count === 1 ? '1 more transaction' : `${count} more transactions`,
  empty: 'Nothing here yet',
  emptyHint: (network: string): string => `What you do on ${network} appears in this list.`,
  notKept: (network: string): string =>
    `History isn’t available on ${network}. What you send from here appears in this list.`,
  onlyHidden: 'Nothing but hidden transactions so far.',
  unavailable: 'Couldn’t load activity',
  unavailableHint: 'The activity is not available now. Your funds are where they were.',
  tryAgain: 'Try again',
  kindOf: { confirmed: 'Confirmed', failed: 'Failed', pending: 'Pending' },
  status: 'Status',
  time: 'Time',
  from: 'From',
  to: 'To',
  with: 'With',
  application: 'Application',
  network: 'Network',
  fee: 'Network fee',
  block: 'Block',
  moved: 'Moved',
  showAll: (count: number): string => `Show all ${count}`,
  failedHint: 'The network refused it. Only the fee was spent.',
  spamHint: 'Likely spam. Do not follow links in its name, and do not send anything back.',
  view: 'View transaction',
  copyHash: 'Copy hash',
  csv: {
    date: 'Date (UTC)',
    kind: 'Kind',
    status: 'Status',
    direction: 'Direction',
    amount: 'Amount',
    symbol: 'Symbol',
    name: 'Name',
    asset: 'Asset',
    value: (currency: string): string => `Value (${currency})`,
    from: 'From',
    to: 'To',
    counterparty: 'Counterparty',
    fee: 'Fee',
    feeSymbol: 'Fee symbol',
    network: 'Network',
    block: 'Block',
    hash: 'Hash',
  },
}
