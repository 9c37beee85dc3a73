import type { PaymentOrder, PaymentOrderState } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import type { ChainVerdict } from '../contract/reader.ts'
import type { Transaction, TransactionStatus } from '../machine/state.ts'
import type { Bill } from './bill.ts'
import { isSameBill } from './bill.ts'
import { paymentStatus } from './payment-status.ts'

const coin = { id: 'eip155:1/slip44:60', name: 'Ether', symbol: 'ETH', decimals: 18 } as const
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const from = 'eip155:1:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const bill: Bill = { id: 'a', needed: 3, options: [{ asset: coin, to, amount: 10n }] }
const now = 1_000_000
const payOf = (status: TransactionStatus): Transaction => ({
  id: 't',
  status,
  chain: 'eip155:1',
  from,
  to,
  asset: coin,
  amount: 10n,
  hash: '0x1',
  createdAt: 0,
  payment: { id: 'a' },
})
const confirmed = (paid?: bigint, confirmations?: number): ChainVerdict => ({
  state: 'confirmed',
  block: '1',
  ...(paid !== undefined && { paid }),
  ...(confirmations !== undefined && { confirmations }),
})
const ordered = (state: PaymentOrderState, more: Partial<PaymentOrder> = {}): Bill => ({
  ...bill,
  expiresAt: now + 1,
  order: { id: 'a', state, accepts: [], createdAt: '', expiresAt: '', ...more },
})

describe('paymentStatus', () => {
  test.each<readonly [TransactionStatus, string]>([
    ['draft', 'none'],
    ['signing', 'asking'],
    ['unknown', 'unknown'],
    ['submitted', 'sent'],
    ['confirmed', 'sent'],
    ['failed', 'failed'],
    ['dropped', 'dropped'],
    ['replaced', 'replaced'],
  ])('default: of a transaction that is %s', (status, state) => {
    expect(paymentStatus(bill, payOf(status), undefined, now)).toMatchObject({ state })
  })

  test.each<readonly [bigint | undefined, number | undefined, string, number]>([
    [10n, 1, 'sent', 1],
    [10n, 3, 'settled', 3],
    [10n, 9, 'settled', 3],
    [11n, 3, 'settled', 3],
    [9n, 9, 'underpaid', 3],
    [0n, 1, 'underpaid', 1],
    // The verdict has no amount and no confirmations when the chain family does not count them or
    // the amount is uncertain.
    [undefined, undefined, 'settled', 3],
  ])('behavior: %s arrived, %s blocks deep: %s', (paid, depth, state, confirmations) => {
    const status = paymentStatus(bill, payOf('confirmed'), confirmed(paid, depth), now)
    expect(status).toMatchObject({ state, confirmations })
    expect(status.isAltered).toBe(paid !== undefined && paid !== 10n ? true : undefined)
  })

  test('behavior: whether an order is settled is for the gateway to say', () => {
    const seen = confirmed(10n, 9)
    expect(paymentStatus(ordered('open'), payOf('confirmed'), seen, now).state).toBe('sent')
    expect(paymentStatus(ordered('settled'), undefined, undefined, now).state).toBe('settled')
    expect(paymentStatus(ordered('late'), payOf('confirmed'), seen, now).state).toBe('late')
  })

  test('behavior: an order that is over, unless something was sent in time', () => {
    expect(paymentStatus(ordered('expired'), undefined, undefined, now).state).toBe('expired')
    expect(paymentStatus(ordered('open'), undefined, undefined, now + 1).state).toBe('expired')
    expect(paymentStatus(ordered('expired'), payOf('submitted'), undefined, now).state).toBe('sent')
  })

  test('behavior: what the gateway saw, with the note of a refund', () => {
    const payment = {
      chain: 'eip155:1',
      hash: '0x2',
      from: to,
      asset: coin.id,
      amount: '7',
      confirmations: 5,
      needed: 4,
      seenAt: '',
    } as const
    const refund = { note: 'Sold out', at: '' }
    const status = paymentStatus(
      ordered('refunded', { payment, refund }),
      undefined,
      undefined,
      now,
    )
    expect(status).toMatchObject({
      state: 'refunded',
      sent: { hash: '0x2', from: `eip155:1:${to}`, amount: 7n },
      confirmations: 4,
      needed: 4,
      refund,
    })
  })
})

describe('isSameBill', () => {
  test('default: case of addresses and the state do not count', () => {
    const again = {
      ...ordered('sent'),
      options: [{ asset: coin, to: to.toLowerCase(), amount: 10n }],
    }
    expect(isSameBill(ordered('open'), again)).toBe(true)
  })

  test.each<readonly [string, Partial<Bill>]>([
    ['amount', { options: [{ asset: coin, to, amount: 11n }] }],
    ['receiver', { options: [{ asset: coin, to: from.slice(9), amount: 10n }] }],
    ['decimals', { options: [{ asset: { ...coin, decimals: 6 }, to, amount: 10n }] }],
    ['another way', { options: [...bill.options, ...bill.options] }],
    ['title', { title: 'Other' }],
    ['price', { price: { amount: '1', currency: 'USD' } }],
    ['time', { expiresAt: 5 }],
    ['reference', { reference: 'B' }],
  ])('behavior: another %s is another bill', (_, change) => {
    expect(isSameBill(bill, { ...bill, ...change })).toBe(false)
  })
})
