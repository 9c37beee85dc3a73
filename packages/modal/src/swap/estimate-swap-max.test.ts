import type { Kit, SwapAsset, SwapDraft } from '@latchkey/core'
import { LatchkeyError } from '@latchkey/protocol'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readSpendable } from '../views/send/read-spendable.ts'
import { estimateSwapMax } from './estimate-swap-max.ts'
import { discardDraft, prepareOffer } from './prepare-offer.ts'

vi.mock('./prepare-offer.ts', () => ({ prepareOffer: vi.fn(), discardDraft: vi.fn() }))
vi.mock('../views/send/read-spendable.ts', () => ({ readSpendable: vi.fn() }))

const asset = (symbol: string): SwapAsset => ({
  id: `test:1/token:${symbol}`,
  name: symbol,
  symbol,
  decimals: 0,
})
const [coin, two] = [asset('COIN'), asset('TWO')]
const kit = {} as Kit
const most = (receive: SwapAsset | undefined = two) =>
  estimateSwapMax(kit, {
    client: {} as never,
    account: 'test:1:me',
    pay: coin,
    receive,
    balance: 1n,
    assets: [two],
  })
/** A transfer costs 10. */
const hold = (held: bigint, isCoin = true): void => {
  const estimate = { fee: 10n, feeAsset: coin, notes: [] }
  vi.mocked(readSpendable).mockResolvedValue({ held, ...(isCoin && { estimate }) })
}
const costs = (fee: bigint, rest: object = { data: 'gas' }): void => {
  vi.mocked(prepareOffer).mockResolvedValue({
    simulation: { fee, feeAsset: coin, ...rest },
  } as unknown as SwapDraft)
}
const tried = () => vi.mocked(prepareOffer).mock.calls.map(([, { ask }]) => ask.amount)

beforeEach(() => {
  vi.resetAllMocks()
  costs(40n)
})

describe('estimateSwapMax', () => {
  test('default: the coin less what this swap costs and a quarter, its drafts thrown away', async () => {
    hold(1000n)
    expect(await most()).toEqual({ amount: 950n, kept: { amount: 50n, isRough: false } })
    expect(tried()).toEqual([850n])
    expect(discardDraft).toHaveBeenCalledTimes(1)
  })

  test('behavior: a margin is rounded up', async () => {
    hold(1000n)
    costs(41n)
    expect((await most()).kept?.amount).toBe(52n)
  })

  test('behavior: what pays for no fee goes whole, and nothing is tried', async () => {
    hold(1000n, false)
    expect(await most()).toEqual({ amount: 1000n })
    expect(tried()).toEqual([])
  })

  test('behavior: of little the half is tried', async () => {
    hold(200n)
    expect((await most()).amount).toBe(150n)
    expect(tried()).toEqual([100n])
  })

  const rough = { amount: 850n, kept: { amount: 150n, isRough: true } }
  test('behavior: while nobody knows for what, many transfers are kept', async () => {
    hold(1000n)
    expect(
      await estimateSwapMax(kit, {
        client: {} as never,
        account: 'test:1:me',
        pay: coin,
        receive: undefined,
        balance: 1n,
        assets: [],
      }),
    ).toEqual(rough)
    expect(tried()).toEqual([])
  })

  test('behavior: so too where the swap cannot be tried, or its fee not be told', async () => {
    hold(1000n)
    costs(0n, {})
    expect(await most()).toEqual(rough)
    vi.mocked(prepareOffer).mockRejectedValue(new LatchkeyError('swap-liquidity-missing'))
    expect(await most()).toEqual(rough)
  })

  test('behavior: never less than nothing', async () => {
    hold(30n)
    expect((await most()).amount).toBe(0n)
  })

  test.each(['aborted', 'insufficient-fee-funds'] as const)(
    'behavior: %s is said',
    async (code) => {
      hold(1000n)
      vi.mocked(prepareOffer).mockRejectedValue(new LatchkeyError(code))
      await expect(most()).rejects.toMatchObject({ code })
    },
  )
})
