import type { Kit } from '@latchkey/core'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  account,
  native,
  one,
  type SwapStage,
  swapStage,
  two,
} from '../../packages/core/test/swap-stage.ts'
import { estimateSwapMax } from '../../packages/modal/src/features/swap/estimate-swap-max.ts'

const run = {} as SwapStage & { client: QueryClient }

beforeEach(async () => {
  Object.assign(run, await swapStage(), { client: new QueryClient() })
  hold(1000n)
  costs(40n)
})
afterEach(() => {
  run.client.clear()
  vi.unstubAllGlobals()
})

const most = (more: Partial<Parameters<typeof estimateSwapMax>[1]> = {}) =>
  estimateSwapMax(run.kit as Kit, {
    client: run.client,
    account,
    pay: native,
    receive: two,
    balance: 1n,
    assets: [two],
    ...more,
  })
/** What the chain says is held, of the coin and of a token; a transfer costs 10. */
function hold(amount: bigint): void {
  run.alpha.balances = [native, one].map((asset) => ({ asset, amount }))
  run.alpha.estimate = { fee: 10n, feeAsset: native, notes: [] }
}
/** What the swap costs at most, and whether that can be told. */
function costs(fee: bigint, isTold = true): void {
  run.alpha.simulation = (calls) => {
    const value = calls.at(-1)?.value ?? 0n
    return {
      fee,
      feeAsset: native,
      changes: { [native.id]: -value, [two.id]: value * 2n },
      ...(isTold && { data: 'gas' }),
    }
  }
}
/** Amounts that swaps were built for. */
const tried = () =>
  run.swaps.asked
    .filter(({ path }) => path.endsWith('build-transaction'))
    .map(({ body }) => body.amount)

describe('estimateSwapMax', () => {
  test('default: the coin less what this swap costs and a quarter, its drafts thrown away', async () => {
    expect(await most()).toEqual({ amount: 950n, kept: { amount: 50n, isRough: false } })
    expect(tried()).toEqual(['850'])
    expect(run.kit.getState().transactions).toEqual({})
    expect(run.sendCall).not.toHaveBeenCalled()
  })

  test('behavior: a margin is rounded up', async () => {
    costs(41n)
    expect((await most()).kept?.amount).toBe(52n)
  })

  test('behavior: what pays for no fee goes whole, and nothing is tried', async () => {
    expect(await most({ pay: one })).toEqual({ amount: 1000n })
    expect(tried()).toEqual([])
  })

  test('behavior: of little the half is tried', async () => {
    hold(200n)
    expect((await most()).amount).toBe(150n)
    expect(tried()).toEqual(['100'])
  })

  const rough = { amount: 850n, kept: { amount: 150n, isRough: true } }
  test('behavior: while nobody knows for what, many transfers are kept', async () => {
    expect(await most({ receive: undefined })).toEqual(rough)
    expect(tried()).toEqual([])
  })

  test('behavior: so too where the swap cannot be tried, or its fee not be told', async () => {
    costs(0n, false)
    expect(await most()).toEqual(rough)
    run.alpha.simulation = new Error('execution reverted')
    expect(await most()).toEqual(rough)
    expect(run.kit.getState().transactions).toEqual({})
  })

  test('behavior: never less than nothing', async () => {
    hold(30n)
    expect((await most({ receive: undefined })).amount).toBe(0n)
  })

  test('behavior: a fee that cannot be paid, and an end that was wished for, are said', async () => {
    costs(10_000n)
    await expect(most()).rejects.toMatchObject({ code: 'insufficient-fee-funds' })
    await expect(most({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
  })
})
