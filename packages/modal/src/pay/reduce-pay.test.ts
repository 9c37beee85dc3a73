import type { Bill, PaymentStatus } from '@latchkey/core/pay'
import { describe, expect, test } from 'vitest'
import { initialPayState, type PayEvent, type PayState, reducePay } from './reduce-pay.ts'

const bill: Bill = { id: 'a', options: [], needed: 1 }
const other: Bill = { ...bill, title: 'Other' }
const status: PaymentStatus = { state: 'sent', confirmations: 1, needed: 3 }
const shown = reducePay(initialPayState, { type: 'read', bill }) as Extract<
  PayState,
  { phase: 'shown' }
>
const unreadable: PayState = { phase: 'unreadable', code: 'order-not-found' }

describe('reducePay', () => {
  test('default: read, then followed', () => {
    expect(shown).toMatchObject({ phase: 'shown', bill, isChanged: false })
    expect(shown.status.state).toBe('none')
    expect(reducePay(shown, { type: 'status-changed', status })).toEqual({ ...shown, status })
  })

  test.each<readonly [string, PayState, PayEvent, PayState]>([
    ['a failure', initialPayState, { type: 'read-failed', code: 'order-not-found' }, unreadable],
    ['a retry', unreadable, { type: 'read-started' }, initialPayState],
    [
      'a change',
      shown,
      { type: 'changed', bill: other },
      { ...shown, bill: other, isChanged: true },
    ],
    ['a second call', shown, { type: 'renewed' }, initialPayState],
    ['a failure of a later read', shown, { type: 'read-failed', code: 'rate-limited' }, shown],
    ['a later read', shown, { type: 'read-started' }, shown],
    [
      'a status before the bill',
      initialPayState,
      { type: 'status-changed', status },
      initialPayState,
    ],
    ['a change before the bill', unreadable, { type: 'changed', bill: other }, unreadable],
  ])('behavior: %s', (_, before, event, after) => {
    expect(reducePay(before, event)).toEqual(after)
  })
})
