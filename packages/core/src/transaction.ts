import type { TransactionEvent } from './event.ts'
import type { Transaction, TransactionStatus } from './state.ts'

type Type = TransactionEvent['type']
type On<T extends Type> = Extract<TransactionEvent, { type: T }>
type Cell<T extends Type, C> = (transaction: C, event: On<T>) => Transaction | undefined
type Row<C> = { readonly [T in Type]: Cell<T, C> }
type Table = { readonly absent: Row<undefined> } & { readonly [S in TransactionStatus]: Row<Transaction> }

const keep = <C extends Transaction | undefined>(transaction: C): C => transaction
const forget = (): undefined => undefined
const draft = (old: Transaction | undefined, { transaction }: On<'transaction-drafted'>): Transaction | undefined =>
  transaction.status === 'draft' ? transaction : old
const sign = ({ error: _, ...rest }: Transaction): Transaction => ({ ...rest, status: 'signing' })
const reject = (transaction: Transaction, { error }: On<'transaction-rejected'>): Transaction => ({
  ...transaction,
  status: 'draft',
  error,
})
const submit = (transaction: Transaction, { hash, nonce }: On<'transaction-submitted'>): Transaction => ({
  ...transaction,
  status: 'submitted',
  hash,
  ...(nonce === undefined ? {} : { nonce }),
})
const paid = (fee: bigint | undefined): { fee?: bigint } => (fee === undefined ? {} : { fee })

/** Nothing leaves a settled state but to be forgotten. */
const settled: Row<Transaction> = {
  'transaction-drafted': keep,
  'transaction-signing': keep,
  'transaction-rejected': keep,
  'transaction-submitted': keep,
  'transaction-confirmed': keep,
  'transaction-failed': keep,
  'transaction-dropped': keep,
  'transaction-replaced': keep,
  'transaction-lost': keep,
  'transaction-discarded': forget,
}

/** The whole table state × event; a cell that keeps the state says so. */
const table: Table = {
  absent: {
    'transaction-drafted': draft,
    'transaction-signing': keep,
    'transaction-rejected': keep,
    'transaction-submitted': keep,
    'transaction-confirmed': keep,
    'transaction-failed': keep,
    'transaction-dropped': keep,
    'transaction-replaced': keep,
    'transaction-lost': keep,
    'transaction-discarded': keep,
  },
  draft: {
    'transaction-drafted': draft,
    'transaction-signing': sign,
    'transaction-rejected': keep,
    'transaction-submitted': keep,
    'transaction-confirmed': keep,
    'transaction-failed': keep,
    'transaction-dropped': keep,
    'transaction-replaced': keep,
    'transaction-lost': keep,
    'transaction-discarded': forget,
  },
  signing: {
    'transaction-drafted': keep,
    'transaction-signing': keep,
    'transaction-rejected': reject,
    'transaction-submitted': submit,
    'transaction-confirmed': keep,
    'transaction-failed': keep,
    'transaction-dropped': keep,
    'transaction-replaced': keep,
    'transaction-lost': (transaction) => ({ ...transaction, status: 'unknown' }),
    'transaction-discarded': keep,
  },
  submitted: {
    'transaction-drafted': keep,
    'transaction-signing': keep,
    'transaction-rejected': keep,
    'transaction-submitted': keep,
    'transaction-confirmed': (transaction, { at, fee }) => ({
      ...transaction,
      status: 'confirmed',
      settledAt: at,
      ...paid(fee),
    }),
    'transaction-failed': (transaction, { at, error, fee }) => ({
      ...transaction,
      status: 'failed',
      settledAt: at,
      error,
      ...paid(fee),
    }),
    'transaction-dropped': (transaction, { at }) => ({ ...transaction, status: 'dropped', settledAt: at }),
    'transaction-replaced': (transaction, { at, by }) => ({
      ...transaction,
      status: 'replaced',
      settledAt: at,
      ...(by === undefined ? {} : { replacedBy: by }),
    }),
    'transaction-lost': keep,
    'transaction-discarded': keep,
  },
  // The wallet may still answer after nobody waited any more: what it says then is the truth.
  unknown: {
    'transaction-drafted': keep,
    'transaction-signing': keep,
    'transaction-rejected': reject,
    'transaction-submitted': submit,
    'transaction-confirmed': keep,
    'transaction-failed': keep,
    'transaction-dropped': keep,
    'transaction-replaced': keep,
    'transaction-lost': keep,
    'transaction-discarded': forget,
  },
  confirmed: settled,
  failed: settled,
  dropped: settled,
  replaced: settled,
}

/** The next state of one transaction; undefined when there is none (any more). */
export function transact(transaction: Transaction | undefined, event: TransactionEvent): Transaction | undefined {
  const cell = table[transaction?.status ?? 'absent'][event.type] as Cell<Type, Transaction | undefined>
  return cell(transaction, event)
}

/** Whether the chain or the visitor may still change it. */
export function isUnsettled({ status }: Transaction): boolean {
  return status === 'draft' || status === 'signing' || status === 'submitted' || status === 'unknown'
}
