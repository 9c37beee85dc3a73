import type { Kit, SwapDraft, SwapQuote, Transaction } from '@latchkey/core'
import { inside } from '@latchkey/core/inside'
import { describe, expect, it } from 'vitest'
import { discardDraft, isWorseDraft, swapRequestOf } from './prepare-offer.ts'

const asset = (symbol: string) =>
  ({ id: `test:1/token:${symbol}`, name: symbol, symbol, decimals: 0 }) as const
const quote: SwapQuote = {
  account: 'test:1:me',
  side: 'receive',
  pay: { asset: asset('A'), amount: 100n },
  receive: { asset: asset('B'), amount: 200n },
  at: 0,
}
const draft = (
  pays: bigint,
  minimum: bigint,
  more: { approval?: string; reset?: string; maximum?: bigint } = {},
) => {
  const { approval, reset, maximum } = more
  const one = (id: string) =>
    ({ id, amount: pays, receives: { minimum } }) as unknown as Transaction
  return {
    quote,
    slippage: 1,
    swap: { ...one('swap'), ...(maximum && { maximum }) },
    ...(approval && { approval: one(approval) }),
    ...(reset && { reset: one(reset) }),
    simulation: { fee: 1n, feeAsset: asset('C') },
    notes: [],
  } satisfies SwapDraft
}

describe('askOf', () => {
  it('default: what was asked, not what was answered', () => {
    expect(swapRequestOf(quote)).toMatchObject({ side: 'receive', amount: 200n, pay: asset('A') })
    expect(swapRequestOf({ ...quote, side: 'pay' })).toMatchObject({ side: 'pay', amount: 100n })
  })
})

describe('isWorse', () => {
  it.each([
    [100n, 198n, false],
    [99n, 199n, false],
    [101n, 198n, true],
    [100n, 197n, true],
  ])('parameters: %s for %s', (pays, minimum, worse) => {
    expect(isWorseDraft(draft(pays, minimum), draft(100n, 198n))).toBe(worse)
  })

  it('behavior: where what arrives was named, what may leave counts', () => {
    const shown = draft(100n, 200n, { maximum: 102n })
    expect(isWorseDraft(draft(101n, 200n, { maximum: 102n }), shown)).toBe(false)
    expect(isWorseDraft(draft(99n, 200n, { maximum: 103n }), shown)).toBe(true)
    expect(isWorseDraft(draft(103n, 200n), shown)).toBe(true)
  })
})

describe('discardDraft', () => {
  it('behavior: what was sent stays', () => {
    const gone: unknown[] = []
    const kit = {
      getState: () => ({
        transactions: {
          swap: { status: 'draft' },
          approve: { status: 'submitted' },
          back: { status: 'draft' },
        },
      }),
      [inside]: { dispatch: (event: unknown) => gone.push(event) },
    } as unknown as Kit
    discardDraft(kit, draft(1n, 1n, { approval: 'approve', reset: 'back' }))
    expect(gone).toEqual(['swap', 'back'].map((id) => ({ type: 'transaction-discarded', id })))
  })
})
