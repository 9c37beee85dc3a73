import { type AccountId, hasCode } from '@latchkey/protocol'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { adapter, type FakeAdapter } from '../../test/fake-parts.ts'
import { coin, down, type FakeSwaps, fakeSwaps, refused } from '../../test/fake-swaps.ts'
import { createKit } from '../create-kit.ts'
import type { Kit } from '../machine/kit.ts'
import type { SwapAsset } from './swap.ts'
import { swapQuoteQuery } from './swap-quote-query.ts'
import { swapTokensQuery } from './swap-tokens-query.ts'

const account: AccountId = 'alpha:1:a1'
const one: SwapAsset = { id: 'alpha:1/tok:t1', name: 'One', symbol: 'ONE', decimals: 6 }
const two: SwapAsset = { id: 'alpha:1/tok:t2', name: 'Two', symbol: 'TWO', decimals: 6 }
const run = {} as { kit: Kit; alpha: FakeAdapter; swaps: FakeSwaps }

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  run.swaps = fakeSwaps()
  run.alpha = adapter('alpha')
  const gateway = { url: 'https://gate.example', project: 'shop' }
  run.kit = createKit({ adapters: [run.alpha], storage: null, gateway })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Its outcome, however long it would take. */
async function outcomeOf<T>(promise: Promise<T>): Promise<T | string> {
  const outcome = promise.catch((error: unknown) => (hasCode(error) ? error.code : String(error)))
  await vi.advanceTimersByTimeAsync(60_000)
  return outcome
}
const quote = (more: Partial<swapQuoteQuery.Parameters> = {}) =>
  outcomeOf(
    swapQuoteQuery(run.kit, { account, pay: one, receive: two, amount: 5n, ...more }).queryFn(),
  )
const tokens = () => outcomeOf(swapTokensQuery(run.kit, { chain: 'alpha:1' }).queryFn())
const offer = (more: object) => ({
  quotes: [
    {
      fromAmount: '5',
      fromAccount: 'alpha:1:t1',
      toAmount: '10',
      toAccount: 'alpha:1:t2',
      ...more,
    },
  ],
})

describe('swapTokensQuery', () => {
  test('default', async () => {
    run.swaps.answers.tokens = {
      tokens: [
        { name: 'x', symbol: 'x', address: `alpha:1:${coin}`, decimals: 18 },
        {
          name: 'One \u202e',
          symbol: 'ONE',
          address: 'alpha:1:t1',
          decimals: 6,
          warning: 'Copied\nname',
        },
      ],
    }
    expect(await tokens()).toEqual([
      run.alpha.nativeAsset(run.alpha.chains[0]!),
      { id: 'alpha:1/tok:t1', name: 'One', symbol: 'ONE', decimals: 6, warning: 'Copied name' },
    ])
    expect(run.swaps.asked.at(-1)).toMatchObject({
      path: '/v1/convert/tokens',
      query: { chainId: 'alpha:1', projectId: 'shop', st: 'latchkey' },
    })
  })

  test('behavior: asked once in five minutes', async () => {
    await tokens()
    await tokens()
    expect(run.swaps.asked.filter(({ path }) => path.endsWith('tokens'))).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(300_000)
    await tokens()
    expect(run.swaps.asked.filter(({ path }) => path.endsWith('tokens'))).toHaveLength(2)
  })

  test('behavior: of another chain, twice, nameless, or a coin of other decimals: left out', async () => {
    const token = { name: 'One', symbol: 'ONE', address: 'alpha:1:t1', decimals: 6 }
    run.swaps.answers.tokens = {
      tokens: [
        token,
        { ...token, symbol: 'AGAIN' },
        { ...token, address: 'alpha:2:t2' },
        { ...token, address: 'alpha:1:t3', symbol: '\u200b' },
        { ...token, address: 'alpha:1:a3' },
        { ...token, address: `alpha:1:${coin}`, decimals: 6 },
      ],
    }
    expect(await tokens()).toEqual([
      { id: 'alpha:1/tok:t1', name: 'One', symbol: 'ONE', decimals: 6 },
    ])
  })

  test.each<[unknown, string, unknown]>([
    [[], 'tokens', refused(400, 'chainId', 'Network not supported for Swaps')],
    [[], 'supported-chains', { http: ['alpha:2'], ws: [] }],
    ['gateway-answer-invalid', 'tokens', { tokens: [{ name: 'One' }] }],
    [
      'gateway-answer-invalid',
      'tokens',
      { tokens: [{ ...one, address: 'alpha:1:t1', decimals: 37 }] },
    ],
    ['gateway-answer-invalid', 'tokens', 'no list'],
    ['swap-unavailable', 'tokens', refused(503, '', 'later')],
    ['swap-unavailable', 'tokens', down],
    ['swap-unavailable', 'supported-chains', down],
    ['swap-unavailable', 'tokens', new Promise(() => undefined)],
    ['project-id-unknown', 'tokens', refused(401, 'authentication', 'who?')],
  ])('behavior: %o after %s answers %o', async (outcome, path, answer) => {
    run.swaps.answers[path] = answer
    expect(await tokens()).toEqual(outcome)
  })

  test('behavior: without a gateway there is nothing to swap', async () => {
    run.kit = createKit({ adapters: [run.alpha], storage: null })
    expect(await tokens()).toEqual([])
    expect(run.swaps.asked).toEqual([])
  })
})

describe('swapQuoteQuery', () => {
  test('default', async () => {
    run.swaps.answers.quotes = offer({
      id: 'pools/5/10',
      provider: 'Pools',
      fee: '1',
      feeAccount: 'alpha:1:t2',
      priceImpact: 1.25,
    })
    expect(await quote()).toEqual({
      account,
      side: 'pay',
      pay: { asset: one, amount: 5n },
      receive: { asset: two, amount: 10n },
      offerId: 'pools/5/10',
      provider: 'Pools',
      fee: { asset: two, amount: 1n },
      priceImpact: 1.25,
      at: expect.any(Number),
    })
    expect(run.swaps.asked.at(-1)).toMatchObject({
      path: '/v1/convert/quotes',
      query: { amount: '5', from: 'alpha:1:t1', to: 'alpha:1:t2', userAddress: 'a1' },
    })
  })

  test('parameters: side', async () => {
    expect(await quote({ side: 'receive', amount: 9n })).toMatchObject({
      side: 'receive',
      pay: { amount: 5n },
      receive: { amount: 9n },
    })
    expect(run.swaps.asked.at(-1)?.query.side).toBe('receive')
  })

  test('parameters: pay, the coin goes by the name the wire has for it', async () => {
    await quote({ pay: run.alpha.nativeAsset(run.alpha.chains[0]!) })
    expect(run.swaps.asked.at(-1)?.query.from).toBe(`alpha:1:${coin}`)
  })

  test('behavior: the first offer that answers the question counts', async () => {
    const [good] = offer({ id: 'good' }).quotes
    run.swaps.answers.quotes = {
      quotes: [{ ...good, fromAmount: '4', id: 'less' }, { ...good, toAmount: null }, good],
    }
    expect(await quote()).toMatchObject({ offerId: 'good' })
  })

  test('behavior: the owner’s list says whose offers count', async () => {
    const [good] = offer({ provider: 'Pools' }).quotes
    run.swaps.answers.quotes = {
      quotes: [
        { ...good, toAmount: '99', provider: 'Elsewhere' },
        { ...good, id: 'listed' },
      ],
    }
    const kitWith = (swaps: boolean | readonly string[]) =>
      createKit({
        adapters: [run.alpha],
        storage: null,
        features: { swaps },
        gateway: { url: 'https://gate.example', project: 'shop' },
      })
    run.kit = kitWith(['pools'])
    expect(await quote()).toMatchObject({ provider: 'Pools', offerId: 'listed' })
    run.kit = kitWith(['Nobody'])
    expect(await quote()).toBe('swap-unavailable')
    run.kit = kitWith(true)
    expect(await quote()).toMatchObject({ provider: 'Elsewhere' })
  })

  test('behavior: a fee of an unknown token is not told, an impact beyond all is all', async () => {
    run.swaps.answers.quotes = offer({ fee: '1', feeAccount: 'alpha:1:t9', priceImpact: 1e9 })
    const found = await quote()
    expect(found).toMatchObject({ priceImpact: 100 })
    expect(found).not.toHaveProperty('fee')
  })

  test.each<[string, unknown]>([
    ['swap-amount-incorrect', offer({ toAmount: null })],
    ['swap-amount-incorrect', offer({ toAmount: '0' })],
    ['swap-amount-incorrect', offer({ toAmount: `${2n ** 256n}` })],
    ['gateway-answer-invalid', offer({ fromAmount: '6' })],
    ['gateway-answer-invalid', offer({ fromAmount: '50' })],
    ['gateway-answer-invalid', offer({ fromAccount: 'alpha:1:t3' })],
    ['gateway-answer-invalid', offer({ toAccount: 'alpha:1:t1' })],
    ['gateway-answer-invalid', offer({ toAccount: 'alpha:2:t2' })],
    ['gateway-answer-invalid', offer({ toAmount: '1e9' })],
    ['gateway-answer-invalid', offer({ toAmount: '-10' })],
    ['gateway-answer-invalid', { quotes: 'many' }],
    ['gateway-answer-invalid', new Response('<html>')],
    ['swap-unavailable', { quotes: [] }],
    ['swap-unavailable', refused(503, '', 'down')],
    ['swap-unavailable', refused(400, 'from', 'what is that?')],
    ['swap-unavailable', down],
    ['swap-unavailable', new Promise(() => undefined)],
    ['swap-liquidity-missing', refused(400, 'amount', 'Insufficient liquidity for this pair')],
    ['insufficient-funds', refused(400, 'amount', 'Insufficient balance')],
    ['swap-chain-unsupported', refused(400, 'chainId', 'no')],
    ['swap-chain-unsupported', refused(400, '', 'Network not supported for Swaps')],
    ['rate-limited', refused(429, '', 'slow down')],
  ])('behavior: %s, whatever else is in it: %o', async (code, answer) => {
    run.swaps.answers.quotes = answer
    expect(await quote()).toBe(code)
  })

  test.each<[string, Partial<swapQuoteQuery.Parameters>]>([
    ['amount-invalid', { amount: 0n }],
    ['amount-invalid', { amount: -1n }],
    ['amount-invalid', { amount: 2n ** 256n }],
    ['chain-mismatch', { receive: { ...two, id: 'alpha:2/tok:t2' } }],
    ['swap-unavailable', { receive: one }],
  ])('behavior: %s before anybody is asked', async (code, more) => {
    expect(await quote(more)).toBe(code)
    expect(run.swaps.asked).toEqual([])
  })

  test('behavior: a side that would bring less than was asked for is no answer', async () => {
    run.swaps.answers.quotes = offer({ toAmount: '8' })
    expect(await quote({ side: 'receive', amount: 9n })).toBe('gateway-answer-invalid')
    run.swaps.answers.quotes = offer({ toAmount: '11' })
    expect(await quote({ side: 'receive', amount: 9n })).toMatchObject({ receive: { amount: 11n } })
  })

  test('behavior: who leaves hears no more of it', async () => {
    run.swaps.answers.quotes = new Promise(() => undefined)
    const controller = new AbortController()
    const asked = swapQuoteQuery(run.kit, { account, pay: one, receive: two, amount: 5n }).queryFn({
      signal: controller.signal,
    })
    const outcome = outcomeOf(asked)
    controller.abort()
    expect(await outcome).toBe('aborted')
  })
})
