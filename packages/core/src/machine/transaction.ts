import type { TransactionEvent } from './event.ts'
import type { Transaction, TransactionStatus } from './state.ts'

type EventType = TransactionEvent['type']
type EventOfType<T extends EventType> = Extract<TransactionEvent, { type: T }>

const eventColumn: Readonly<Record<EventType, number>> = {
  'transaction-drafted': 0,
  'transaction-signing': 1,
  'transaction-rejected': 2,
  'transaction-submitted': 3,
  'transaction-confirmed': 4,
  'transaction-failed': 5,
  'transaction-dropped': 6,
  'transaction-replaced': 7,
  'transaction-lost': 8,
  'transaction-discarded': 9,
  'transaction-added': 10,
}

/**
 * The transition table of a transaction. Each row is a state; its letters are the transitions for
 * the events, in the order of `eventColumn`. `.` keeps the state; `transitions` defines the other
 * letters. In the state `unknown` the wallet may still answer late, and that answer is accepted.
 */
const transitionTable: Readonly<Record<TransactionStatus | 'absent', string>> = {
  absent: 'D.........A',
  draft: 'DS.......X.',
  signing: '..RH....U..',
  submitted: '....CFPB...',
  unknown: '..RH.....X.',
  confirmed: '.........X.',
  failed: '.........X.',
  dropped: '.........X.',
  replaced: '.........X.',
}

type Transition = (transaction: Transaction, event: never) => Transaction | undefined
const transitions = {
  D: (existing, { transaction }: EventOfType<'transaction-drafted'>) =>
    transaction.status === 'draft' ? transaction : existing,
  S: ({ error: _, ...rest }) => ({ ...rest, status: 'signing' }),
  R: (transaction, { error }: EventOfType<'transaction-rejected'>) => ({
    ...transaction,
    status: 'draft',
    error,
  }),
  // The contract call is removed once it has been sent, because it is not needed any more, and in
  // storage it would take space that other data needs.
  H: ({ call: _, ...transaction }, { at, hash, nonce }: EventOfType<'transaction-submitted'>) => ({
    ...transaction,
    status: 'submitted',
    submittedAt: at,
    hash,
    ...(nonce === undefined ? {} : { nonce }),
  }),
  C: (
    { receives, ...transaction },
    { at, fee, received }: EventOfType<'transaction-confirmed'>,
  ) => ({
    ...settleTransaction(transaction, 'confirmed', at, fee),
    ...(receives && { receives: received === undefined ? receives : { ...receives, received } }),
  }),
  F: (transaction, { at, fee, error }: EventOfType<'transaction-failed'>) => ({
    ...settleTransaction(transaction, 'failed', at, fee),
    error,
  }),
  P: (transaction, { at }: EventOfType<'transaction-dropped'>) =>
    settleTransaction(transaction, 'dropped', at),
  B: (transaction, { at, by }: EventOfType<'transaction-replaced'>) => ({
    ...settleTransaction(transaction, 'replaced', at),
    ...(by === undefined ? {} : { replacedBy: by }),
  }),
  U: (transaction) => ({ ...transaction, status: 'unknown' }),
  X: () => undefined,
  A: (existing, { transaction }: EventOfType<'transaction-added'>) =>
    transaction.status === 'submitted' ? transaction : existing,
} as const satisfies Readonly<Record<string, Transition>>

function settleTransaction(
  transaction: Transaction,
  status: TransactionStatus,
  settledAt: number,
  fee?: bigint,
): Transaction {
  return { ...transaction, status, settledAt, ...(fee === undefined ? {} : { fee }) }
}

/**
 * Returns the next state of one transaction; undefined when the transaction does not exist or has
 * been discarded.
 */
export function advanceTransaction(
  transaction: Transaction | undefined,
  event: TransactionEvent,
): Transaction | undefined {
  const transitionLetter = transitionTable[transaction?.status ?? 'absent'][
    eventColumn[event.type]
  ] as keyof typeof transitions | '.'
  if (transitionLetter === '.') return transaction
  return (
    transitions[transitionLetter] as (
      a: Transaction | undefined,
      b: TransactionEvent,
    ) => Transaction | undefined
  )(transaction, event)
}

/** Whether the chain or the visitor may still change the transaction. */
export function isUnsettled({ status }: Transaction): boolean {
  return (
    status === 'draft' || status === 'signing' || status === 'submitted' || status === 'unknown'
  )
}
