import { describe, expect, test } from 'vitest'
import type { TransactionEvent } from './event.ts'
import type { Transaction, TransactionStatus } from './state.ts'
import { advanceTransaction, isUnsettled } from './transaction.ts'

const asset = { id: 'alpha:1/slip44:60', name: 'Coin', symbol: 'COIN', decimals: 18 } as const
const base = {
  id: 't',
  chain: 'alpha:1',
  from: 'alpha:1:a1',
  to: 'a2',
  asset,
  amount: 5n,
  createdAt: 1,
} as const
const error = { code: 'user-rejected' } as const
const failure = { code: 'execution-reverted' } as const
const states: Record<TransactionStatus | 'absent', Transaction | undefined> = {
  absent: undefined,
  draft: { ...base, status: 'draft', error },
  signing: { ...base, status: 'signing' },
  submitted: { ...base, status: 'submitted', hash: 'h' },
  confirmed: { ...base, status: 'confirmed', hash: 'h', settledAt: 2 },
  failed: { ...base, status: 'failed', hash: 'h', settledAt: 2 },
  dropped: { ...base, status: 'dropped', hash: 'h', settledAt: 2 },
  replaced: { ...base, status: 'replaced', hash: 'h', settledAt: 2 },
  unknown: { ...base, status: 'unknown' },
}
const redrafted: Transaction = { ...base, status: 'draft', amount: 6n }
const added: Transaction = { ...base, status: 'submitted', purpose: 'page', hash: 'h' }
const id = 't'
const events: Record<TransactionEvent['type'], TransactionEvent> = {
  'transaction-drafted': { type: 'transaction-drafted', transaction: redrafted },
  'transaction-signing': { type: 'transaction-signing', id },
  'transaction-rejected': { type: 'transaction-rejected', id, error },
  'transaction-submitted': { type: 'transaction-submitted', id, at: 8, hash: 'h', nonce: 3 },
  'transaction-confirmed': { type: 'transaction-confirmed', id, at: 9, fee: 7n },
  'transaction-failed': { type: 'transaction-failed', id, at: 9, error: failure, fee: 7n },
  'transaction-dropped': { type: 'transaction-dropped', id, at: 9 },
  'transaction-replaced': { type: 'transaction-replaced', id, at: 9, by: 'h2' },
  'transaction-lost': { type: 'transaction-lost', id },
  'transaction-discarded': { type: 'transaction-discarded', id },
  'transaction-added': { type: 'transaction-added', transaction: added },
}

const sent: Transaction = {
  ...base,
  status: 'submitted',
  submittedAt: 8,
  hash: 'h',
  nonce: 3,
}
const gone = 'gone' as const
/** What is not written here changes nothing. */
const changes: Partial<
  Record<
    TransactionStatus | 'absent',
    Partial<Record<TransactionEvent['type'], Transaction | typeof gone>>
  >
> = {
  absent: { 'transaction-drafted': redrafted, 'transaction-added': added },
  draft: {
    'transaction-drafted': redrafted,
    'transaction-signing': { ...base, status: 'signing' },
    'transaction-discarded': gone,
  },
  signing: {
    'transaction-rejected': { ...base, status: 'draft', error },
    'transaction-submitted': sent,
    'transaction-lost': { ...base, status: 'unknown' },
  },
  submitted: {
    'transaction-confirmed': { ...base, status: 'confirmed', hash: 'h', settledAt: 9, fee: 7n },
    'transaction-failed': {
      ...base,
      status: 'failed',
      hash: 'h',
      settledAt: 9,
      error: failure,
      fee: 7n,
    },
    'transaction-dropped': { ...base, status: 'dropped', hash: 'h', settledAt: 9 },
    'transaction-replaced': {
      ...base,
      status: 'replaced',
      hash: 'h',
      settledAt: 9,
      replacedBy: 'h2',
    },
  },
  confirmed: { 'transaction-discarded': gone },
  failed: { 'transaction-discarded': gone },
  dropped: { 'transaction-discarded': gone },
  replaced: { 'transaction-discarded': gone },
  unknown: {
    'transaction-rejected': { ...base, status: 'draft', error },
    'transaction-submitted': sent,
    'transaction-discarded': gone,
  },
}

const cells = Object.entries(states).flatMap(([status, state]) =>
  Object.entries(events).map(([type, event]) => ({
    status,
    type,
    state,
    event,
    result: changes[status as TransactionStatus]?.[event.type],
  })),
)
console.info(`transaction: ${cells.length} cells of state × event`)

describe('advanceTransaction', () => {
  test('default: the table is whole', () => expect(cells).toHaveLength(9 * 11))

  test.each(cells)('behavior: $status × $type', ({ state, event, result }) => {
    const after = advanceTransaction(state, event)
    if (result === undefined) expect(after).toBe(state)
    else if (result === gone) expect(after).toBeUndefined()
    else expect(after).toEqual(result)
  })

  test('behavior: what a swap has brought stands beside what it promised; of a transfer nobody says so', () => {
    const receives = { asset, amount: 10n, minimum: 9n }
    const swap: Transaction = { ...base, status: 'submitted', hash: 'h', purpose: 'swap', receives }
    const confirmed = { type: 'transaction-confirmed', id, at: 9 } as const
    expect(advanceTransaction(swap, { ...confirmed, received: 11n })?.receives).toEqual({
      ...receives,
      received: 11n,
    })
    expect(advanceTransaction(swap, confirmed)?.receives).toEqual(receives)
    expect(advanceTransaction(sent, { ...confirmed, received: 11n })).not.toHaveProperty('receives')
  })

  test('behavior: only a draft is drafted', () => {
    expect(
      advanceTransaction(undefined, { type: 'transaction-drafted', transaction: sent }),
    ).toBeUndefined()
  })
})

describe('isUnsettled', () => {
  test('default', () => {
    const open = Object.values(states).filter((t) => t && isUnsettled(t))
    expect(open.map((t) => t?.status)).toEqual(['draft', 'signing', 'submitted', 'unknown'])
  })
})
