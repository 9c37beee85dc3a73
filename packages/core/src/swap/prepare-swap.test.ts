import { hasCode } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { approvalData, raw, session } from '../../test/fake-parts.ts'
import { type Asked, down, refused } from '../../test/fake-swaps.ts'
import {
  account,
  fees,
  moves,
  native,
  one,
  quoteOf,
  type SwapStage,
  swapStage,
  three,
  two,
} from '../../test/swap-stage.ts'
import { withNothingKept } from '../../test/with-nothing-kept.ts'
import { maxAmount } from '../amount/decimal.ts'
import type { Call, SwapCall } from '../contract/reader.ts'
import type { Session } from '../contract/session.ts'
import { prepareSwap } from './prepare-swap.ts'
import { quoteLifeMs, type SwapAsset, type SwapDraft, type SwapQuote } from './swap.ts'

const run = {} as SwapStage

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  Object.assign(run, await swapStage())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const coinQuote = (): SwapQuote => quoteOf({ pay: { asset: native, amount: 1000n } })
const coinChanges = (more: object = {}) => ({
  ...fees,
  changes: { [native.id]: -1000n, [two.id]: 2000n, ...more },
})

async function prepare(more: Partial<prepareSwap.Parameters> = {}): Promise<SwapDraft | string> {
  const outcome = prepareSwap(run.kit, { quote: quoteOf(), ...more }).catch((error: unknown) =>
    hasCode(error) ? error.code : String(error),
  )
  await vi.advanceTimersByTimeAsync(60_000)
  return outcome
}
async function prepared(more: Partial<prepareSwap.Parameters> = {}): Promise<SwapDraft> {
  const draft = await prepare(more)
  if (typeof draft === 'string') throw new Error(draft)
  return draft
}
const drafts = () => Object.values(run.kit.getState().transactions)
const moved = (next: Session) => ({ type: 'session', session: next, reason: 'accounts' }) as const
const hold = (a: SwapAsset, amount: bigint, b: SwapAsset = a, more = amount) => {
  run.alpha.balances = [
    { asset: a, amount },
    { asset: b, amount: more },
  ]
}
const answer = (path: string, told: unknown) => {
  run.swaps.answers[path] = told
}
/** An answer of the fake gateway with something else in its `tx`. */
const changed = (path: string, more: object) => {
  const good = run.swaps.answers[path] as (asked: Asked) => { tx: object }
  run.swaps.answers[path] = (asked: Asked) => ({ tx: { ...good(asked).tx, ...more } })
}

describe('prepareSwap', () => {
  test('default', async () => {
    const tried = vi.spyOn(run.alpha.read, 'simulate')
    const { approval, swap, notes, simulation, slippage } = await prepared()
    const approve: Call = { to: 't1', data: approvalData('a9', 1000n), value: 0n }
    const call: Call = { to: 'a9', data: '0xabcd', value: 0n }
    const base = {
      status: 'draft',
      chain: 'alpha:1',
      from: account,
      to: 'a9',
      asset: one,
      feeAsset: native,
      fee: 3n,
    }
    expect(approval).toMatchObject({ ...base, purpose: 'approve', amount: 1000n, call: approve })
    const receives = { asset: two, amount: 2000n, minimum: 1980n }
    expect(swap).toMatchObject({ ...base, purpose: 'swap', amount: 1000n, call, receives })
    expect(drafts()).toEqual([approval, swap])
    expect([notes, slippage, simulation.data]).toEqual([[], 1, 2])
    expect(tried.mock.calls.map(([, { calls }]) => calls)).toEqual([[approve, call], [approve]])
    const assets = tried.mock.calls[0]?.[1].assets.map(({ id }) => id)
    expect(assets).toEqual([native.id, one.id, two.id])
    const built = run.swaps.asked.find(({ path }) => path.endsWith('build-transaction'))
    expect(built?.body).toEqual({
      projectId: 'shop',
      amount: '1000',
      from: 'alpha:1:t1',
      to: 'alpha:1:t2',
      userAddress: account,
      eip155: { slippage: 1, permit: null },
      disableEstimate: true,
      offerId: 'o1',
    })
  })

  test('parameters: quote, with the coin nothing is approved', async () => {
    run.alpha.simulation = coinChanges()
    const { approval, swap } = await prepared({ quote: coinQuote() })
    expect(approval).toBeUndefined()
    expect(swap.call).toEqual({ to: 'a9', data: '0xabcd', value: 1000n })
    expect(run.swaps.asked.some(({ path }) => path.endsWith('build-approve'))).toBe(false)
  })

  test('parameters: slippage', async () => {
    const { swap } = await prepared({ slippage: 0.5 })
    expect(swap.receives?.minimum).toBe(1990n)
    expect(await prepare({ slippage: 51 })).toBe('amount-invalid')
    expect(await prepare({ slippage: -1 })).toBe('amount-invalid')
    expect(await prepare({ slippage: Number.NaN })).toBe('amount-invalid')
  })

  test('parameters: approval', async () => {
    const { approval, notes } = await prepared({ approval: 'unlimited' })
    expect([approval?.amount, notes]).toEqual([maxAmount, ['unlimited-approval']])
    expect(
      run.swaps.asked.find(({ path }) => path.endsWith('build-approve'))?.query,
    ).not.toHaveProperty('amount')
  })

  test('behavior: a router the owner has not named gets exactly what the swap needs, and is told of', async () => {
    Object.assign(run.kit.options, { swaps: { routers: { 'alpha:1': ['a8'], 'alpha:2': ['a9'] } } })
    const { approval, notes } = await prepared({ approval: 'unlimited' })
    expect([approval?.amount, notes]).toEqual([1000n, ['unknown-router']])
    expect(run.swaps.asked.find(({ path }) => path.endsWith('build-approve'))?.query).toMatchObject(
      { amount: '1000' },
    )
  })

  test('behavior: a trial that cannot tell what the swap does is said to be one', async () => {
    run.alpha.simulation = { fee: 3n, feeAsset: native }
    expect((await prepared()).notes).toEqual(['partial-trial'])
  })

  test('behavior: where the owner has no node, the gateway that built the swap tries it, and that is said', async () => {
    Object.assign(run, await swapStage([]))
    expect((await prepared()).notes).toEqual(['gateway-trial'])
  })

  const later = (seconds: number): bigint => BigInt(Math.floor(Date.now() / 1000) + seconds)
  test.each<[string, Partial<SwapCall> | null, string]>([
    ['what was offered', {}, 'prepared'],
    ['more than was promised', { least: 1990n, most: 999n, deadline: later(1200) }, 'prepared'],
    ['nothing, its form is not known', null, 'prepared'],
    ['another receiver', { recipient: 'a666' }, 'swap-short'],
    ['another token that leaves', { pays: 't3' }, 'gateway-answer-invalid'],
    ['another token that arrives', { receives: 't3' }, 'gateway-answer-invalid'],
    ['less than was promised', { least: 1979n }, 'swap-short'],
    ['more to pay', { most: 1001n }, 'swap-short'],
    ['a deadline in a week', { deadline: later(604_800) }, 'gateway-answer-invalid'],
  ])('behavior: the call itself says %s', async (_, said, outcome) => {
    const call = { recipient: 'a1', pays: 't1', receives: 't2', most: 1000n, least: 1980n }
    Object.assign(run.alpha.read, { swapCall: async () => said && { ...call, ...said } })
    expect(await prepare().then((draft) => (typeof draft === 'string' ? draft : 'prepared'))).toBe(
      outcome,
    )
  })

  test('parameters: assets, and what gateway and swap list know: looked at where something is held', async () => {
    const four = { ...three, id: 'alpha:1/tok:t4' } as const
    const tried = vi.spyOn(run.alpha.read, 'simulate')
    await prepared({ assets: [three, four, one] })
    expect(tried.mock.calls[0]?.[1].assets.map(({ id }) => id)).toEqual([
      native.id,
      one.id,
      two.id,
      three.id,
    ])
    const listed = {
      name: 'Three',
      symbol: 'THREE',
      address: 'alpha:1:t3',
      quantity: { decimals: '6', numeric: '1' },
    }
    run.swaps.answers.balance = { balances: [listed] }
    tried.mockClear()
    await prepared()
    expect(tried.mock.calls[0]?.[1].assets.map(({ id }) => id)).toEqual([
      native.id,
      one.id,
      two.id,
      three.id,
    ])
  })

  test('behavior: the allowance is the word of the chain', async () => {
    run.alpha.allowance = 999n
    expect((await prepared()).approval).toBeDefined()
    run.alpha.allowance = 1000n
    const { approval, simulation, notes } = await prepared({ approval: 'unlimited' })
    expect([approval, simulation.data, notes]).toEqual([undefined, 1, []])
  })

  /** A token that takes no approval over another. */
  const stubborn = (allowed: bigint) => {
    run.alpha.allowance = allowed
    run.alpha.simulation = (calls) => {
      const [first, ...rest] = calls.map(({ data }) => data)
      const takesBack = first === approvalData('a9', 0n)
      if (!takesBack && calls.some(({ to }) => to === 't1')) throw raw('execution-reverted')
      return { ...fees, fee: BigInt(rest.length + 1), changes: moves, data: calls.length }
    }
  }

  test.each(['exact', 'unlimited'] as const)(
    'behavior: a token that wants an older approval taken back first: %s',
    async (approval) => {
      stubborn(1n)
      const tried = vi.spyOn(run.alpha.read, 'simulate')
      const draft = await prepared({ approval })
      const amount = approval === 'exact' ? 1000n : maxAmount
      const [reset, approve, call]: Call[] = [
        { to: 't1', data: approvalData('a9', 0n), value: 0n },
        { to: 't1', data: approvalData('a9', amount), value: 0n },
        { to: 'a9', data: '0xabcd', value: 0n },
      ]
      expect(draft.reset).toMatchObject({
        purpose: 'approve',
        amount: 0n,
        to: 'a9',
        asset: one,
        fee: 1n,
        call: reset,
      })
      expect(draft.approval).toMatchObject({ purpose: 'approve', amount, fee: 2n, call: approve })
      expect(draft.swap).toMatchObject({ purpose: 'swap', fee: 3n, call })
      expect(drafts()).toEqual([draft.reset, draft.approval, draft.swap])
      expect(tried.mock.calls.at(-3)?.[1].calls).toEqual([reset, approve, call])
      expect(draft.notes).toEqual(approval === 'exact' ? [] : ['unlimited-approval'])
    },
  )

  test('behavior: an older approval is taken back only where it is in the way', async () => {
    run.alpha.allowance = 1n
    expect(await prepared()).not.toHaveProperty('reset')
    stubborn(0n)
    expect(await prepare()).toBe('swap-simulation-failed')
    stubborn(1000n)
    const { reset, approval } = await prepared()
    expect([reset, approval]).toEqual([undefined, undefined])
  })

  test('behavior: the fees of all three must be there', async () => {
    stubborn(1n)
    hold(one, 5000n, native, 6n)
    expect(await prepare()).toMatchObject({ reset: { fee: 1n } })
    hold(one, 5000n, native, 5n)
    expect(await prepare()).toBe('insufficient-fee-funds')
  })

  test('behavior: what takes an approval back is held against that too', async () => {
    stubborn(1n)
    const good = run.swaps.answers['build-approve'] as (asked: Asked) => { tx: object }
    run.swaps.answers['build-approve'] = (asked: Asked) =>
      asked.query.amount === '0'
        ? { tx: { ...good(asked).tx, data: approvalData('a9', 7n) } }
        : good(asked)
    expect(await prepare()).toBe('gateway-answer-invalid')
    expect(drafts()).toEqual([])
  })

  test('behavior: what fails with and without taking back says why it failed first', async () => {
    run.alpha.allowance = 1n
    run.alpha.simulation = raw('execution-reverted')
    expect(await prepare()).toBe('swap-simulation-failed')
    run.alpha.simulation = (calls) => {
      throw raw(calls[0]?.data === approvalData('a9', 0n) ? 'rate-limited' : 'execution-reverted')
    }
    expect(await prepare()).toBe('rate-limited')
  })

  const exactOut = (more: Partial<SwapQuote> = {}) => ({
    quote: quoteOf({ side: 'receive', ...more }),
  })

  test('parameters: quote, which names what arrives: the slippage is on what is paid', async () => {
    const { approval, swap } = await prepared({ ...exactOut(), slippage: 2 })
    const built = run.swaps.asked.find(({ path }) => path.endsWith('build-transaction'))
    expect(built?.body).toMatchObject({ amount: '2000', side: 'receive', eip155: { slippage: 2 } })
    expect(approval?.amount).toBe(1020n)
    const receives = { asset: two, amount: 2000n, minimum: 2000n }
    expect(swap).toMatchObject({ amount: 1000n, maximum: 1020n, receives })
    expect((await prepared()).swap).not.toHaveProperty('maximum')
  })

  test.each([
    ['gateway-answer-invalid', { maximum: null }],
    ['swap-short', { maximum: '1011' }],
    ['swap-short', { amount: '1999' }],
    ['swap-short', { value: '1' }],
  ])('behavior: %s when a swap of what arrives answers %o', async (code, more) => {
    changed('build-transaction', more)
    expect(await prepare(exactOut())).toBe(code)
  })

  test('behavior: of what arrives nothing may be missing, of what is paid no more than the maximum leaves', async () => {
    const does = (paid: bigint, came: bigint) => {
      run.alpha.simulation = { ...fees, changes: { ...moves, [one.id]: -paid, [two.id]: came } }
    }
    does(1010n, 2000n)
    expect(await prepare(exactOut())).toMatchObject({ swap: { maximum: 1010n } })
    does(1011n, 2000n)
    expect(await prepare(exactOut())).toBe('swap-short')
    does(1000n, 1999n)
    expect(await prepare(exactOut())).toBe('swap-short')
  })

  test('behavior: an allowance counts where it is enough for the maximum', async () => {
    run.alpha.allowance = 1009n
    expect((await prepared(exactOut())).approval?.amount).toBe(1010n)
    run.alpha.allowance = 1010n
    expect((await prepared(exactOut())).approval).toBeUndefined()
  })

  test('behavior: what arrives, paid with the coin: the maximum goes along, and must be there', async () => {
    const byCoin = () => exactOut({ pay: { asset: native, amount: 1000n } })
    run.alpha.simulation = coinChanges()
    expect((await prepared(byCoin())).swap.call?.value).toBe(1010n)
    hold(native, 1012n)
    expect(await prepare(byCoin())).toBe('insufficient-fee-funds')
    hold(native, 1013n)
    expect(await prepare(byCoin())).toMatchObject({ swap: { maximum: 1010n } })
  })

  test('behavior: what unwraps a token takes it from whoever calls, and needs no leave', async () => {
    changed('build-transaction', { to: 'alpha:1:t1' })
    run.alpha.isAddress = () => true
    const { approval, swap } = await prepared()
    expect([approval, swap.to]).toEqual([undefined, 't1'])
  })

  test('behavior: a token that the operator warns of', async () => {
    expect(
      (
        await prepared({
          quote: quoteOf({ pay: { asset: { ...one, warning: 'no' }, amount: 1000n } }),
        })
      ).notes,
    ).toEqual(['warned-token'])
    Object.assign(run, { kit: withNothingKept(run.kit) })
    const warned = {
      name: 'Two',
      symbol: 'TWO',
      address: 'alpha:1:t2',
      decimals: 6,
      warning: 'A copy',
    }
    run.swaps.answers.tokens = { tokens: [warned] }
    expect((await prepared()).notes).toEqual(['warned-token'])
  })

  test('behavior: an offer ten seconds old is one, older or from tomorrow none', async () => {
    expect(await prepare({ quote: quoteOf({ at: Date.now() - quoteLifeMs + 50 }) })).toMatchObject({
      slippage: 1,
    })
    expect(await prepare({ quote: quoteOf({ at: Date.now() - quoteLifeMs - 1 }) })).toBe(
      'swap-quote-expired',
    )
    expect(await prepare({ quote: quoteOf({ at: Date.now() + 1000 }) })).toBe('swap-quote-expired')
    expect(await prepare({ quote: quoteOf({ at: Number.NaN }) })).toBe('swap-quote-expired')
  })

  test.each<[string, string, object]>([
    ['gateway-answer-invalid', 'build-transaction', { from: 'alpha:1:a2' }],
    ['gateway-answer-invalid', 'build-transaction', { to: 'alpha:2:a9' }],
    ['gateway-answer-invalid', 'build-transaction', { to: 'alpha:1:zz' }],
    ['gateway-answer-invalid', 'build-transaction', { to: account }],
    ['gateway-answer-invalid', 'build-transaction', { data: 'abcd' }],
    ['gateway-answer-invalid', 'build-transaction', { amount: `${2n ** 256n}` }],
    ['gateway-answer-invalid', 'build-transaction', { amount: '1.98e3' }],
    ['swap-short', 'build-transaction', { amount: '1979' }],
    ['swap-short', 'build-transaction', { amount: '0' }],
    ['swap-short', 'build-transaction', { value: '1' }],
    ['swap-short', 'build-transaction', { maximum: '1001' }],
    // More than arrives when it is tried.
    ['swap-short', 'build-transaction', { amount: '2001' }],
    ['gateway-answer-invalid', 'build-approve', { from: 'alpha:1:t2' }],
    ['gateway-answer-invalid', 'build-approve', { from: 'alpha:2:t1' }],
    ['gateway-answer-invalid', 'build-approve', { value: '1' }],
    ['gateway-answer-invalid', 'build-approve', { data: '0xabcd' }],
    ['gateway-answer-invalid', 'build-approve', { data: approvalData('a8', 1000n) }],
    ['gateway-answer-invalid', 'build-approve', { data: approvalData('a9', 1001n) }],
    ['gateway-answer-invalid', 'build-approve', { data: approvalData('a9', 999n) }],
    ['gateway-answer-invalid', 'build-approve', { data: approvalData('a9', maxAmount) }],
  ])('behavior: %s when %s answers %o', async (code, path, more) => {
    changed(path, more)
    expect(await prepare()).toBe(code)
    expect(drafts()).toEqual([])
  })

  test.each([account, 'alpha:1:zz', 'alpha:2:a9'])(
    'behavior: the coin is not sent to %s',
    async (to) => {
      changed('build-transaction', { to })
      run.alpha.simulation = coinChanges()
      expect(await prepare({ quote: coinQuote() })).toBe('gateway-answer-invalid')
    },
  )

  test('behavior: an unlimited approval is one without end and no other', async () => {
    changed('build-approve', { data: approvalData('a9', maxAmount - 1n) })
    expect(await prepare({ approval: 'unlimited' })).toBe('gateway-answer-invalid')
  })

  test('behavior: a server that knows no value means the amount, of the coin', async () => {
    changed('build-transaction', { value: null })
    expect((await prepared()).swap.call?.value).toBe(0n)
    run.alpha.simulation = coinChanges()
    expect((await prepared({ quote: coinQuote() })).swap.call?.value).toBe(1000n)
    changed('build-transaction', { value: '1001' })
    expect(await prepare({ quote: coinQuote() })).toBe('swap-short')
  })

  test.each<[string, Readonly<Record<string, bigint>>]>([
    ['swap-short', { ...moves, [two.id]: 1979n }],
    ['swap-short', { ...moves, [two.id]: 0n }],
    ['swap-short', { ...moves, [two.id]: -1n }],
    ['swap-short', { ...moves, [one.id]: -1001n }],
    ['swap-short', { ...moves, [native.id]: -1n }],
    ['swap-short', { ...moves, [three.id]: -1n }],
    ['swap-simulation-failed', { [native.id]: 0n, [one.id]: -1000n }],
    ['swap-simulation-failed', { [native.id]: 0n, [two.id]: 2000n }],
  ])('behavior: %s when it changes %o', async (code, changes) => {
    run.alpha.simulation = { ...fees, changes }
    expect(await prepare({ assets: [three] })).toBe(code)
    expect(drafts()).toEqual([])
  })

  test.each([1980n, 2000n, 5000n])('behavior: %s of two thousand may arrive', async (arrives) => {
    run.alpha.simulation = {
      ...fees,
      changes: { ...moves, [two.id]: arrives, [three.id]: 1n, [one.id]: -900n },
    }
    expect((await prepared({ assets: [three] })).swap.receives).toMatchObject({
      amount: 2000n,
      minimum: 1980n,
    })
  })

  test('behavior: a node that cannot tell what changes: drafted, unless a token itself is called', async () => {
    run.alpha.simulation = { ...fees, fee: 0n }
    const { simulation, swap } = await prepared()
    expect(simulation).not.toHaveProperty('changes')
    expect(swap).not.toHaveProperty('fee')
    for (const to of ['alpha:1:t1', 'alpha:1:t3']) {
      changed('build-transaction', { to })
      run.alpha.isAddress = () => true
      run.alpha.allowance = 1000n
      run.alpha.isSameAddress = (a, b) => a === b
      expect(await prepare({ assets: [three] })).toBe('swap-simulation-failed')
    }
  })

  test.each<[string, string, () => unknown]>([
    [
      'swap-simulation-failed',
      'it reverts',
      () => (run.alpha.simulation = raw('execution-reverted')),
    ],
    [
      'swap-simulation-failed',
      'the node stumbles',
      () => (run.alpha.simulation = new Error('stack too deep')),
    ],
    [
      'insufficient-fee-funds',
      'the node says so',
      () => (run.alpha.simulation = raw('insufficient-funds')),
    ],
    ['rate-limited', 'the node is busy', () => (run.alpha.simulation = raw('rate-limited'))],
    [
      'rate-limited',
      'the allowance is not told',
      () => (run.alpha.allowance = raw('rate-limited')),
    ],
    [
      'insufficient-funds',
      'less is held',
      () => (run.alpha.balances = [{ asset: one, amount: 999n }]),
    ],
    ['insufficient-fee-funds', 'no coin is held', () => hold(one, 5000n)],
    [
      'insufficient-fee-funds',
      'the fee of one of the two is held',
      () => hold(one, 5000n, native, 5n),
    ],
    [
      'gateway-answer-invalid',
      'the list lies about decimals',
      () => (run.alpha.decimals = { [two.id]: 18 }),
    ],
    [
      'gateway-answer-invalid',
      'it lies about the other',
      () => (run.alpha.decimals = { [one.id]: 7 }),
    ],
    ['swap-unavailable', 'building is down', () => answer('build-transaction', down)],
    [
      'swap-unavailable',
      'building never ends',
      () => answer('build-transaction', new Promise(() => undefined)),
    ],
    [
      'swap-unavailable',
      'approving is refused',
      () => answer('build-approve', refused(503, '', 'later')),
    ],
    ['swap-unavailable', 'all is down', () => answer('supported-chains', down)],
    [
      'swap-liquidity-missing',
      'it ran dry',
      () => answer('build-transaction', refused(400, '', 'insufficient liquidity')),
    ],
    [
      'swap-quote-expired',
      'the price moved',
      () => answer('build-transaction', refused(400, 'amount', 'The price moved')),
    ],
    [
      'swap-chain-unsupported',
      'the chain is not served',
      () => answer('supported-chains', { http: [], ws: [] }),
    ],
    ['swap-chain-unsupported', 'nothing can be tried', () => delete run.alpha.read.simulate],
    [
      'feature-unsupported',
      'the wallet sends no calls',
      () => Object.assign(run.fox.features, { sendCall: undefined }),
    ],
    [
      'account-missing',
      'the wallet is elsewhere',
      () => run.fox.emit(moved(session('alpha', ['a5']))),
    ],
    [
      'chain-mismatch',
      'it is on another chain',
      () => run.fox.emit(moved(session('alpha', ['a1'], '2'))),
    ],
    ['not-connected', 'it is gone', () => run.fox.emit({ type: 'end' })],
  ])('behavior: %s when %s', async (code, _, change) => {
    change()
    expect(await prepare()).toBe(code)
    expect(drafts()).toEqual([])
  })

  test('behavior: with the coin, amount and fee must both be there', async () => {
    run.alpha.simulation = coinChanges()
    hold(native, 1002n)
    expect(await prepare({ quote: coinQuote() })).toBe('insufficient-fee-funds')
    hold(native, 1003n)
    expect(await prepare({ quote: coinQuote() })).toMatchObject({ slippage: 1 })
  })

  test('behavior: lists that do not come do not stop it; one that hangs delays by three seconds', async () => {
    run.swaps.answers.tokens = new Promise(() => undefined)
    run.swaps.answers.balance = down
    expect(await prepare()).toMatchObject({ notes: [] })
  })

  test('behavior: who leaves finds no drafts', async () => {
    const controller = new AbortController()
    const outcome = prepare({ signal: controller.signal })
    controller.abort()
    expect(await outcome).toBe('aborted')
    expect(drafts()).toEqual([])
  })
})
