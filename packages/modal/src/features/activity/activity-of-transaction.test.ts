import type { Transaction } from '@latchkey/core'
import { describe, expect, it } from 'vitest'
import { activityWords } from '../../words/en/activity.ts'
import { activityOfTransaction } from './activity-of-transaction.ts'
import { sentenceOf } from './sentence.ts'

const asset = (symbol: string, decimals: number) =>
  ({ id: `test:1/token:${symbol}`, name: symbol, symbol, decimals }) as const
const base: Transaction = {
  id: 'a',
  status: 'submitted',
  chain: 'test:1',
  from: 'test:1:me',
  to: 'router',
  asset: asset('ETH', 18),
  amount: 10n ** 18n,
  createdAt: 1,
}
const receives = { asset: asset('USDC', 6), amount: 2_487_000_000n, minimum: 2_462_130_000n }
const say = (more: Partial<Transaction>) =>
  sentenceOf(activityOfTransaction({ ...base, ...more }), { words: activityWords, locale: 'en' })

describe('ownActivity', () => {
  it('default', () => {
    expect(say({ status: 'confirmed', to: 'grace' })).toBe('Sent 1 ETH to grace')
    expect(activityOfTransaction(base)).toMatchObject({
      kind: 'send',
      status: 'pending',
      at: 1,
      from: 'me',
      to: 'router',
    })
  })

  it('behavior: of a swap that is confirmed what came is what the chain has told, if it has', () => {
    expect(say({ purpose: 'swap', receives })).toBe('Swapping 1 ETH for 2,487 USDC')
    expect(say({ purpose: 'swap', receives, status: 'failed' })).toBe(
      'Failed to swap 1 ETH for 2,487 USDC',
    )
    expect(say({ purpose: 'swap', receives, status: 'confirmed' })).toBe('Swapped 1 ETH')
    const told = { ...receives, received: 2_480_000_000n }
    expect(say({ purpose: 'swap', receives: told, status: 'confirmed' })).toBe(
      'Swapped 1 ETH for 2,480 USDC',
    )
  })

  it('behavior: an approval moves nothing, and one without end says so', () => {
    const { transfers } = activityOfTransaction({ ...base, purpose: 'approve' })
    expect(transfers).toMatchObject([
      { direction: 'self', isUnlimited: false, counterparty: 'router' },
    ])
    expect(say({ purpose: 'approve', amount: 2n ** 256n - 1n })).toContain(
      'Approving any amount of ETH',
    )
  })
})
