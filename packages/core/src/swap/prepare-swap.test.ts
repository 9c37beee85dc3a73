import { type AccountId, hasCode } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest'
import {
  adapter,
  approvalData,
  type FakeAdapter,
  type FakeWallet,
  raw,
  session,
  wallet,
} from '../../test/fake-parts.ts'
import { type Asked, down, type FakeSwaps, fakeSwaps, refused } from '../../test/fake-swaps.ts'
import { connect } from '../actions/connect.ts'
import { maxAmount } from '../amount/decimal.ts'
import type { Features, Session } from '../contract.ts'
import { createKit } from '../create-kit.ts'
import type { Kit } from '../kit.ts'
import type { Call } from '../reader.ts'
import { prepareSwap } from './prepare-swap.ts'
import { quoteLifeMs, type SwapAsset, type SwapDraft, type SwapQuote } from './swap.ts'

const account: AccountId = 'alpha:1:a1'
const native: SwapAsset = { id: 'alpha:1/slip44:60', name: 'Coin', symbol: 'COIN', decimals: 18 }
const one: SwapAsset = { id: 'alpha:1/tok:t1', name: 'One', symbol: 'ONE', decimals: 6 }
const two: SwapAsset = { id: 'alpha:1/tok:t2', name: 'Two', symbol: 'TWO', decimals: 6 }
const three: SwapAsset = { id: 'alpha:1/tok:t3', name: 'Three', symbol: 'THREE', decimals: 6 }
const run = {} as {
  kit: Kit
  alpha: FakeAdapter
  swaps: FakeSwaps
  fox: FakeWallet
  sendCall: Mock<NonNullable<Features['sendCall']>>
}

beforeEach(async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  run.swaps = fakeSwaps()
  run.sendCall = vi.fn(async () => ({ hash: '0xh', nonce: 4 }))
  run.fox = wallet('fox', ['alpha'], { features: { sendCall: run.sendCall } })
  run.alpha = adapter('alpha', [run.fox])
  run.alpha.balances = [native, one, two, three].map((asset) => ({ asset, amount: 5000n }))
  run.alpha.decimals = { [one.id]: 6, [two.id]: 6 }
  // What two for one does when it is sent.
  run.alpha.simulation = (calls) => ({
    ...fees,
    changes: { [native.id]: 0n, [one.id]: -1000n, [two.id]: 2000n },
    data: calls.length,
  })
  const gateway = { url: 'https://gate.example', project: 'shop' }
  run.kit = createKit({ adapters: [run.alpha], storage: null, gateway })
  run.kit.subscribe(() => undefined)
  await connect(run.kit, { connector: 'fox' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const fees = { fee: 3n, feeAsset: native }
const quoteOf = (more: Partial<SwapQuote> = {}): SwapQuote => ({
  account,
  side: 'pay',
  pay: { asset: one, amount: 1000n },
  receive: { asset: two, amount: 2000n },
  offerId: 'o1',
  at: Date.now(),
  ...more,
})
const coinQuote = (): SwapQuote => quoteOf({ pay: { asset: native, amount: 1000n } })
const coinChanges = (more: object = {}) => ({ ...fees, changes: { [native.id]: -1000n, [two.id]: 2000n, ...more } })

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
    const base = { status: 'draft', chain: 'alpha:1', from: account, to: 'a9', asset: one, feeAsset: native, fee: 3n }
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
    expect(run.swaps.asked.find(({ path }) => path.endsWith('build-approve'))?.query).not.toHaveProperty('amount')
  })

  test('parameters: assets, and what gateway and swap list know: looked at where something is held', async () => {
    const four = { ...three, id: 'alpha:1/tok:t4' } as const
    const tried = vi.spyOn(run.alpha.read, 'simulate')
    await prepared({ assets: [three, four, one] })
    expect(tried.mock.calls[0]?.[1].assets.map(({ id }) => id)).toEqual([native.id, one.id, two.id, three.id])
    const listed = { name: 'Three', symbol: 'THREE', address: 'alpha:1:t3', quantity: { decimals: '6', numeric: '1' } }
    run.swaps.answers.balance = { balances: [listed] }
    tried.mockClear()
    await prepared()
    expect(tried.mock.calls[0]?.[1].assets.map(({ id }) => id)).toEqual([native.id, one.id, two.id, three.id])
  })

  test('behavior: the allowance is the word of the chain', async () => {
    run.alpha.allowance = 999n
    expect((await prepared()).approval).toBeDefined()
    run.alpha.allowance = 1000n
    const { approval, simulation, notes } = await prepared({ approval: 'unlimited' })
    expect([approval, simulation.data, notes]).toEqual([undefined, 1, []])
  })

  test('behavior: what unwraps a token takes it from whoever calls, and needs no leave', async () => {
    changed('build-transaction', { to: 'alpha:1:t1' })
    run.alpha.isAddress = () => true
    const { approval, swap } = await prepared()
    expect([approval, swap.to]).toEqual([undefined, 't1'])
  })

  test('behavior: a token that the operator warns of', async () => {
    expect(
      (await prepared({ quote: quoteOf({ pay: { asset: { ...one, warning: 'no' }, amount: 1000n } }) })).notes,
    ).toEqual(['warned-token'])
    run.kit.memory.clear()
    const warned = { name: 'Two', symbol: 'TWO', address: 'alpha:1:t2', decimals: 6, warning: 'A copy' }
    run.swaps.answers.tokens = { tokens: [warned] }
    expect((await prepared()).notes).toEqual(['warned-token'])
  })

  test('behavior: an offer ten seconds old is one, older or from tomorrow none', async () => {
    expect(await prepare({ quote: quoteOf({ at: Date.now() - quoteLifeMs + 50 }) })).toMatchObject({ slippage: 1 })
    expect(await prepare({ quote: quoteOf({ at: Date.now() - quoteLifeMs - 1 }) })).toBe('swap-quote-expired')
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

  test.each([account, 'alpha:1:zz', 'alpha:2:a9'])('behavior: the coin is not sent to %s', async (to) => {
    changed('build-transaction', { to })
    run.alpha.simulation = coinChanges()
    expect(await prepare({ quote: coinQuote() })).toBe('gateway-answer-invalid')
  })

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

  const moves = { [native.id]: 0n, [one.id]: -1000n, [two.id]: 2000n }
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
    run.alpha.simulation = { ...fees, changes: { ...moves, [two.id]: arrives, [three.id]: 1n, [one.id]: -900n } }
    expect((await prepared({ assets: [three] })).swap.receives).toMatchObject({ amount: 2000n, minimum: 1980n })
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
    ['swap-simulation-failed', 'it reverts', () => (run.alpha.simulation = raw('execution-reverted'))],
    ['swap-simulation-failed', 'the node stumbles', () => (run.alpha.simulation = new Error('stack too deep'))],
    ['insufficient-fee-funds', 'the node says so', () => (run.alpha.simulation = raw('insufficient-funds'))],
    ['rate-limited', 'the node is busy', () => (run.alpha.simulation = raw('rate-limited'))],
    ['rate-limited', 'the allowance is not told', () => (run.alpha.allowance = raw('rate-limited'))],
    ['insufficient-funds', 'less is held', () => (run.alpha.balances = [{ asset: one, amount: 999n }])],
    ['insufficient-fee-funds', 'no coin is held', () => hold(one, 5000n)],
    ['insufficient-fee-funds', 'the fee of one of the two is held', () => hold(one, 5000n, native, 5n)],
    ['gateway-answer-invalid', 'the list lies about decimals', () => (run.alpha.decimals = { [two.id]: 18 })],
    ['gateway-answer-invalid', 'it lies about the other', () => (run.alpha.decimals = { [one.id]: 7 })],
    ['swap-unavailable', 'building is down', () => answer('build-transaction', down)],
    ['swap-unavailable', 'building never ends', () => answer('build-transaction', new Promise(() => undefined))],
    ['swap-unavailable', 'approving is refused', () => answer('build-approve', refused(503, '', 'later'))],
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
    ['swap-chain-unsupported', 'the chain is not served', () => answer('supported-chains', { http: [], ws: [] })],
    ['swap-chain-unsupported', 'nothing can be tried', () => delete run.alpha.read.simulate],
    [
      'feature-unsupported',
      'the wallet sends no calls',
      () => Object.assign(run.fox.features, { sendCall: undefined }),
    ],
    ['account-missing', 'the wallet is elsewhere', () => run.fox.emit(moved(session('alpha', ['a5'])))],
    ['chain-mismatch', 'it is on another chain', () => run.fox.emit(moved(session('alpha', ['a1'], '2')))],
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
