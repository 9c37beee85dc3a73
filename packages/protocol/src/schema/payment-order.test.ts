import { describe, expect, test } from 'vitest'
import { describeGuards } from '../../test/describe-guards.ts'
import { isOrderEvent, isPaymentOrder, type PaymentOrder } from '../calls/payment-order.ts'
import {
  orderEventSchema,
  orderPaymentNoticeSchema,
  paymentOrderRequestSchema,
  paymentOrderSchema,
} from './payment-order.ts'

const id = 'ab'.repeat(16)
const hash = `0x${'12'.repeat(32)}`
const address = `0x${'Cd'.repeat(20)}`
const asset = `eip155:31337/erc20:${address}`
const moment = '2026-11-21T12:00:00.000Z'
const option = {
  asset,
  chain: 'eip155:31337',
  to: address,
  amount: '19900000',
  symbol: 'USDC',
  decimals: 6,
}
const payment = {
  chain: 'eip155:31337',
  hash,
  from: address,
  asset,
  amount: '19900000',
  confirmations: 1,
  needed: 3,
  seenAt: moment,
  settledAt: moment,
}
const order = {
  id,
  state: 'settled',
  title: 'Two tickets',
  reference: 'A-1',
  price: { amount: '19.90', currency: 'USD' },
  accepts: [option],
  createdAt: moment,
  expiresAt: moment,
  payment,
  refund: { note: 'Sent back', hash, at: moment },
}

const badOrders: readonly unknown[] = [
  { ...order, id: id.toUpperCase() },
  { ...order, id: id.slice(2) },
  { ...order, state: 'paid' },
  { ...order, title: '' },
  { ...order, title: 'x'.repeat(81) },
  { ...order, reference: 'x'.repeat(129) },
  { ...order, accepts: [] },
  { ...order, accepts: Array(21).fill(option) },
  { ...order, accepts: [{ ...option, chain: 'eip155:1' }] },
  { ...order, accepts: [{ ...option, to: '0x12' }] },
  { ...order, accepts: [{ ...option, amount: '1.5' }] },
  { ...order, accepts: [{ ...option, decimals: 37 }] },
  { ...order, expiresAt: 'soon' },
  { ...order, payment: { ...payment, hash: '0x12' } },
  { ...order, payment: { ...payment, confirmations: -1 } },
  { ...order, payment: { ...payment, amount: '-1' } },
  { ...order, refund: { note: 'x'.repeat(501), at: moment } },
  { ...order, refund: null },
]

describeGuards({
  order: { guard: isPaymentOrder, schema: paymentOrderSchema, good: order, bad: badOrders },
  event: {
    guard: isOrderEvent,
    schema: orderEventSchema,
    good: { id, at: moment, order },
    bad: [
      { id: 'x', at: moment, order },
      { id, at: moment },
      { id, at: 'now', order },
    ],
  },
})

describe('what is asked', () => {
  const request = { accepts: [{ asset, to: address, amount: '1' }] }
  const accepts = (value: unknown): boolean => paymentOrderRequestSchema.safeParse(value).success

  test('default: an order is open for a quarter of an hour', () => {
    expect(paymentOrderRequestSchema.parse(request)).toEqual({ ...request, expiresInSeconds: 900 })
  })

  test('behavior: the schema describes what the type says', () => {
    const parsed: PaymentOrder = paymentOrderSchema.parse(order)
    expect(parsed).toEqual(order)
  })

  test('parameters: a price stands instead of the amounts, never beside them', () => {
    const price = { amount: '19.90', currency: 'USD' }
    expect(accepts({ price, accepts: [{ asset, to: address }] })).toBe(true)
    expect(accepts({ ...request, price })).toBe(false)
    expect(accepts({ accepts: [{ asset, to: address }] })).toBe(false)
  })

  test('error: refuses what no order can be made of', () => {
    const refused = [
      { accepts: [] },
      { accepts: [{ asset, to: address, amount: '0' }] },
      { accepts: [{ asset, to: address, amount: '01' }] },
      { accepts: [{ asset: 'USDC', to: address, amount: '1' }] },
      { ...request, title: 'a\u202eb' },
      { ...request, reference: 'two\nlines' },
      { ...request, expiresInSeconds: 59 },
      { ...request, expiresInSeconds: 86_401 },
      { ...request, extra: 1 },
    ]
    for (const value of refused)
      expect({ value, isTaken: accepts(value) }).toEqual({ value, isTaken: false })
    expect(orderPaymentNoticeSchema.safeParse({ chain: 'eip155:1', hash: '0x1' }).success).toBe(
      false,
    )
    expect(orderPaymentNoticeSchema.safeParse({ chain: 'eip155:1', hash }).success).toBe(true)
  })
})
