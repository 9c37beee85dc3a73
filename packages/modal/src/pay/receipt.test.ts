import type { PaymentState, SentPayment } from '@latchkey/core/pay'
import { describe, expect, test } from 'vitest'
import { receiptOf } from './receipt.ts'

const sent: SentPayment = {
  chain: 'eip155:1',
  hash: '0x1',
  from: 'eip155:1:0x1',
  asset: 'eip155:1/slip44:60',
  amount: 5n,
}
const statusOf = (state: PaymentState) => ({ state, sent, confirmations: 1, needed: 1 })

describe('receiptOf', () => {
  test('default: what was sent, with the page of the explorer', () => {
    expect(receiptOf(statusOf('settled'), ({ hash }) => `https://scan.example/${hash}`)).toEqual({
      state: 'settled',
      ...sent,
      explorerUrl: 'https://scan.example/0x1',
    })
    expect(receiptOf(statusOf('sent'), () => undefined)).toEqual({ state: 'sent', ...sent })
  })

  test.each<PaymentState>([
    'none',
    'asking',
    'unknown',
    'failed',
    'dropped',
    'replaced',
    'expired',
  ])('behavior: %s is no receipt', (state) => {
    expect(receiptOf(statusOf(state), () => undefined)).toBeUndefined()
  })

  test('behavior: a state without a transaction is no receipt', () => {
    const status = { state: 'settled', confirmations: 1, needed: 1 } as const
    expect(receiptOf(status, () => undefined)).toBeUndefined()
  })
})
