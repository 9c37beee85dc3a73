import { orderStatuses } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { applyEvent, type Order, type OrderEvent } from './order.ts'

const signed = { raw: '0x1', hash: '0x2', nonce: 1 } as const
const order: Order = {
  id: 'a',
  kind: 'card',
  status: 'created',
  isConfirming: false,
  isKnown: false,
  asset: 'x',
  units: '1',
  wallet: '0x',
  purchaseAmount: { amount: '1', currency: 'ETH' },
  createdAt: 1,
  touchedAt: 1,
}
const events: Readonly<Record<string, OrderEvent>> = {
  opened: { type: 'opened' },
  known: { type: 'known' },
  confirming: { type: 'confirming' },
  pending: { type: 'pending', paidAt: 9 },
  paid: { type: 'paid' },
  declined: { type: 'declined' },
  abandoned: { type: 'abandoned' },
  signed: { type: 'signed', signed },
  delivered: { type: 'delivered' },
  failed: { type: 'failed' },
}
/** Where each event leads from each status; `-` changes nothing. */
const table: Readonly<Record<string, readonly string[]>> = {
  // opened, known, confirming, pending, paid, declined, abandoned, signed, delivered, failed
  created: [
    'paying',
    'paying',
    'paying',
    'pending',
    'delivering',
    'declined',
    'abandoned',
    '-',
    '-',
    '-',
  ],
  paying: [
    '-',
    'paying',
    'paying',
    'pending',
    'delivering',
    'declined',
    'abandoned',
    '-',
    '-',
    '-',
  ],
  pending: ['-', '-', '-', '-', 'delivering', '-', '-', '-', '-', '-'],
  delivering: ['-', '-', '-', '-', '-', '-', '-', 'delivering', '-', 'failed'],
  done: Array(10).fill('-'),
  declined: Array(10).fill('-'),
  abandoned: Array(10).fill('-'),
  failed: Array(10).fill('-'),
}

describe('applyEvent', () => {
  test.each(orderStatuses)('default: from %s', (status) => {
    const from = { ...order, status }
    const led = Object.values(events).map((event) => {
      const next = applyEvent(from, event, 5)
      return next === from ? '-' : next.status
    })
    expect(led).toEqual(table[status])
  })

  test('behavior: delivered only what was signed; every change is dated', () => {
    const delivering = { ...order, status: 'delivering', signed } as const
    expect(applyEvent(delivering, { type: 'delivered' }, 5)).toEqual({
      ...delivering,
      status: 'done',
      touchedAt: 5,
    })
  })
})
