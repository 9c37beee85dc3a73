import { describe, expect, test } from 'vitest'
import { judgeOrder } from './judge-order.ts'
import type { OptionRow, OrderRow, PaymentRow } from './order-rows.ts'

const now = Date.UTC(2026, 0, 2)
const expiresAt = new Date(now + 60_000)
const order = { id: 'a', state: 'open', expiresAt, settledAt: null, refundedAt: null } as OrderRow
const options = [100n, 7n].map((amount, position) => ({ position, amount })) as OptionRow[]

const pay = (amount: bigint, more: Partial<PaymentRow> = {}): PaymentRow =>
  ({ position: 0, amount, minedAt: new Date(now), isConfirmed: false, ...more }) as PaymentRow
const late = { minedAt: new Date(expiresAt.getTime() + 1) }
const sure = { isConfirmed: true }
const stateOf = (payments: readonly PaymentRow[], more: Partial<OrderRow> = {}, at = now): string =>
  judgeOrder({ order: { ...order, ...more }, options, payments }, at).state

describe('judgeOrder', () => {
  test('default: open until its time is over', () => {
    expect(stateOf([])).toBe('open')
    expect(stateOf([], {}, expiresAt.getTime() - 1)).toBe('open')
    expect(stateOf([], {}, expiresAt.getTime())).toBe('expired')
  })

  test.each([
    ['sent', [pay(100n)]],
    ['sent', [pay(101n)]],
    ['sent', [pay(7n, { position: 1 })]],
    ['sent', [pay(60n, sure), pay(40n)]],
    ['sent', [pay(100n, { minedAt: expiresAt })]],
    ['settled', [pay(100n, sure)]],
    ['settled', [pay(60n, sure), pay(40n, sure)]],
    ['settled', [pay(100n, sure), pay(1n)]],
    ['underpaid', [pay(99n, sure)]],
    ['underpaid', [pay(99n), pay(6n, { position: 1 })]],
    ['late', [pay(100n, late)]],
    ['late', [pay(100n, { ...late, ...sure })]],
    ['late', [pay(1n, late)]],
    ['late', [pay(60n), pay(40n, late)]],
    ['sent', [pay(100n), pay(40n, late)]],
  ] as const)('behavior: %s by its payments', (state, payments) => {
    expect(stateOf(payments)).toBe(state)
    // Once there is a payment, the order's state no longer changes with the time.
    expect(stateOf(payments, {}, now + 86_400_000)).toBe(state)
  })

  test('behavior: what is settled stays so, and a refund note is the last word', () => {
    expect(stateOf([], { settledAt: new Date(now) })).toBe('settled')
    expect(stateOf([pay(1n)], { settledAt: new Date(now) })).toBe('settled')
    const refunded = { settledAt: new Date(now), refundedAt: new Date(now) }
    expect(stateOf([pay(100n, sure)], refunded)).toBe('refunded')
  })

  test('behavior: is about the option that is covered, else about the one with the larger share', () => {
    const judge = (payments: readonly PaymentRow[]) =>
      judgeOrder({ order, options, payments }, now).payments.map(({ position }) => position)
    expect(judge([pay(99n), pay(7n, { position: 1 })])).toEqual([1])
    expect(judge([pay(50n), pay(6n, { position: 1 })])).toEqual([1])
    expect(judge([pay(90n), pay(6n, { position: 1 })])).toEqual([0])
  })
})
