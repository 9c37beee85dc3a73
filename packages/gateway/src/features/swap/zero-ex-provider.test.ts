import { hasCode } from '@latchkey/protocol'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import { type Contract, fakeChain, multicall3, word } from '../../test/fake-chain.ts'
import { account, chainId } from '../../test/make-gateway.ts'
import {
  allowanceHolder,
  dai,
  exactBuyAnswer,
  invalidAnswer,
  noLiquidityAnswer,
  priceAnswer,
  quoteAnswer,
  weth,
} from '../../test/zero-ex-answers.ts'
import { zeroExProvider } from './zero-ex-provider.ts'

type Answer = object | string | (() => Promise<Response> | Response)

const foreign: Hex = `0x${'66'.repeat(20)}`
const user = account.toLowerCase() as Hex
const sell = {
  chain: chainId,
  from: weth,
  to: dai,
  amount: 100n * 10n ** 18n,
  side: 'pay',
  user,
} as const
const buy = { ...sell, amount: 500n * 10n ** 18n, side: 'receive' } as const
const coinSell = { ...sell, from: 'coin' } as const
const coinAnswer = {
  ...quoteAnswer,
  sellToken: `0x${'eE'.repeat(20)}`,
  allowanceTarget: null,
  transaction: { ...quoteAnswer.transaction, to: foreign, value: '100000000000000000000' },
}

function make(
  answers: Answer | readonly Answer[],
  supply: Contract = () => word(10n ** 28n),
  keyOf?: () => Promise<string | undefined>,
) {
  const asked: { url: URL; headers: Headers }[] = []
  const chain = {
    id: chainId,
    name: 'C',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['http://n.example'],
    contracts: { multicall3 },
  }
  const upstream = {
    url: 'https://zeroex.example/',
    chains: [chainId],
    key: 'secret',
    timeoutMs: 200,
  }
  const config = configSchema.parse({ chains: [chain], swap: { zeroEx: upstream } })
  const { nodes, asked: reads } = fakeChain({ [dai]: supply })
  const list = Array.isArray(answers) ? (answers as readonly Answer[]) : [answers as Answer]
  const provider = zeroExProvider({
    upstream: config.swap.zeroEx as NonNullable<typeof config.swap.zeroEx>,
    chains: config.chains,
    nodes,
    keyOf,
    async fetchOffer(url, { headers, signal }) {
      const answer = list[Math.min(asked.length, list.length - 1)] as Answer
      asked.push({ url: new URL(url), headers: new Headers(headers) })
      if (typeof answer !== 'function')
        return new Response(typeof answer === 'string' ? answer : JSON.stringify(answer))
      const gone = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      )
      return Promise.race([answer(), gone])
    },
  })
  return { provider, asked, reads }
}

const refused = (error: unknown) =>
  hasCode(error) ? [error.context.sourceCode, error.context.reason] : error
const status =
  (code: number, body: object | string = '') =>
  () =>
    new Response(typeof body === 'string' ? body : JSON.stringify(body), { status: code })

describe('zeroExProvider', () => {
  test('default', async () => {
    const { provider, asked } = make(priceAnswer)
    expect(await provider.quote(sell)).toEqual({
      offer: {
        id: 'zeroex/100000000000000000000/458050129388884000000000',
        fromAmount: '100000000000000000000',
        fromAccount: `${chainId}:${weth}`,
        toAmount: '458050129388884000000000',
        toAccount: `${chainId}:${dai}`,
        provider: '0x',
        fee: '688205446596484002742',
        feeAccount: `${chainId}:${dai}`,
      },
      spender: allowanceHolder,
    })
    const [{ url, headers } = asked[0] as (typeof asked)[number]] = asked
    expect(url.pathname).toBe('/swap/allowance-holder/price')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      chainId: '31337',
      sellToken: weth,
      buyToken: dai,
      sellAmount: '100000000000000000000',
      taker: user,
    })
    expect([
      headers.get('0x-api-key'),
      headers.get('0x-version'),
      url.href.includes('secret'),
    ]).toEqual(['secret', 'v2', false])
  })

  test('parameters: keyOf, at each use', async () => {
    const keys = ['first', undefined, 'third']
    const { provider, asked } = make(priceAnswer, undefined, async () => keys[asked.length])
    for (const _ of keys) {
      await provider.quote(sell)
    }
    expect(asked.map(({ headers }) => headers.get('0x-api-key'))).toEqual(['first', null, 'third'])
  })

  test('parameters: side', async () => {
    const { provider, asked } = make(exactBuyAnswer)
    expect((await provider.quote(buy))?.offer).toMatchObject({
      fromAmount: '110000000000000000',
      toAmount: '500000000000000000000',
    })
    expect(asked[0]?.url.searchParams.get('buyAmount')).toBe('500000000000000000000')
    expect(asked[0]?.url.searchParams.has('sellAmount')).toBe(false)
    const estimated = make({ ...exactBuyAnswer, estimatedNetSellAmount: '109000000000000000' })
    expect((await estimated.provider.quote(buy))?.offer.fromAmount).toBe('109000000000000000')
  })

  test('behavior: the coin has its own address, needs no allowance and goes along as value', async () => {
    const { provider, asked } = make(coinAnswer)
    expect(await provider.quote(coinSell)).not.toHaveProperty('spender')
    expect(asked[0]?.url.searchParams.get('sellToken')).toBe(`0x${'e'.repeat(40)}`)
    expect(await provider.build({ ...coinSell, user, slippage: 5 })).toMatchObject({
      to: foreign,
      value: sell.amount,
    })
  })

  test('behavior: no liquidity, and tokens it does not trade, are no offer', async () => {
    for (const answer of [
      noLiquidityAnswer,
      status(400, invalidAnswer),
      status(422, { name: 'BUY_TOKEN_NOT_AUTHORIZED_FOR_TRADE' }),
    ]) {
      expect(await make(answer).provider.quote(sell)).toBeUndefined()
    }
  })

  test.each<readonly [string, Answer]>([
    ['is down', () => Promise.reject(new TypeError('fetch failed'))],
    ['is slow', () => new Promise<Response>(() => undefined)],
    ['knows no key', status(401, { message: 'no' })],
    ['is limited', status(429)],
    ['fails', status(500, { name: 'INTERNAL_SERVER_ERROR' })],
    ['refuses for another reason', status(400, { name: 'SOMETHING' })],
    ['answers HTML', '<!doctype html>'],
    ['answers nothing', ''],
    ['answers too much', () => new Response(' '.repeat(1_100_000))],
    ['answers a list', [[]]],
  ])('behavior: one that %s is a refusal', async (_, answer) => {
    expect(
      refused(
        await make(answer)
          .provider.quote(sell)
          .catch((error: unknown) => error),
      ),
    ).toEqual([503, expect.stringMatching(/^The aggregator/)])
  })

  const huge = String(2n ** 256n)
  const without = (key: string) => ({ ...priceAnswer, [key]: undefined })
  test.each<readonly [string, object]>([
    ['no amount', without('buyAmount')],
    ['null for an amount', { ...priceAnswer, buyAmount: null }],
    ['a number for an amount', { ...priceAnswer, buyAmount: 458050129388884 }],
    ['a negative amount', { ...priceAnswer, buyAmount: '-1' }],
    ['a fraction', { ...priceAnswer, buyAmount: '1.5' }],
    ['an amount beyond 256 bits', { ...priceAnswer, buyAmount: huge }],
    ['more than there is of the token', { ...priceAnswer, buyAmount: '9'.repeat(30) }],
    ['nothing to arrive', { ...priceAnswer, buyAmount: '0', minBuyAmount: '0' }],
    ['another amount sold', { ...priceAnswer, sellAmount: '99000000000000000000' }],
    ['no amount sold', without('sellAmount')],
    ['no minimum', without('minBuyAmount')],
    ['a minimum above the amount', { ...priceAnswer, minBuyAmount: '458050129388884000000001' }],
    ['another token bought', { ...priceAnswer, buyToken: foreign }],
    ['another token sold', { ...priceAnswer, sellToken: dai }],
    ['another chain', { ...priceAnswer, chainId: 1 }],
    ['another chain as text', { ...priceAnswer, chainId: '1' }],
    ['a foreign spender', { ...priceAnswer, allowanceTarget: foreign }],
    ['no spender at all', without('allowanceTarget')],
    ['no word of liquidity', without('liquidityAvailable')],
    ['a fee that is none', { ...priceAnswer, fees: { zeroExFee: { amount: 'x', token: dai } } }],
  ])('behavior: an offer with %s is refused, never shown', async (_, answer) => {
    const error = await make(answer)
      .provider.quote(sell)
      .catch((reason: unknown) => reason)
    expect(refused(error)).toEqual([503, expect.stringMatching(/does not fit the question/)])
  })

  test.each<readonly [string, object]>([
    ['another amount', { ...exactBuyAnswer, buyAmount: '499' }],
    ['no ceiling', { ...exactBuyAnswer, maxSellAmount: undefined }],
    ['a ceiling beyond 256 bits', { ...exactBuyAnswer, maxSellAmount: huge }],
    [
      'an estimate above its ceiling',
      { ...exactBuyAnswer, estimatedNetSellAmount: '110000000000000001' },
    ],
    ['nothing to pay', { ...exactBuyAnswer, estimatedNetSellAmount: '0' }],
  ])('behavior: an exact buy with %s is refused', async (_, answer) => {
    const error = await make(answer)
      .provider.quote(buy)
      .catch((reason: unknown) => reason)
    expect(refused(error)).toEqual([503, expect.stringMatching(/does not fit the question/)])
  })

  test('behavior: a token whose supply cannot be read is not sold to anybody', async () => {
    const silences: Contract[] = [() => undefined, () => '0x']
    for (const supply of silences) {
      expect(
        refused(
          await make(priceAnswer, supply)
            .provider.quote(sell)
            .catch((error: unknown) => error),
        ),
      ).toEqual([400, 'insufficient liquidity'])
    }
    const { provider, reads } = make(priceAnswer)
    await provider.quote(sell)
    await provider.quote(sell)
    expect(reads).toHaveLength(1)
  })

  describe('build', () => {
    const build = { ...sell, user, slippage: 2 }
    const calm = { ...quoteAnswer, minBuyAmount: '450000000000000000000000' }

    test('default', async () => {
      const { provider, asked } = make(calm)
      expect(await provider.build(build)).toEqual({
        to: allowanceHolder,
        data: quoteAnswer.transaction.data,
        value: 0n,
        gas: 832_055n,
        minimum: 450_000_000_000_000_000_000_000n,
        maximum: sell.amount,
      })
      expect(asked.map(({ url }) => [url.pathname, url.searchParams.get('slippageBps')])).toEqual([
        ['/swap/allowance-holder/quote', '199'],
      ])
    })

    test('behavior: below what was promised it is asked once more, for less slippage', async () => {
      const offerId = 'zeroex/100000000000000000000/458050129388884000000000'
      // 2 % of 458,050… promised 448,889…, of 454,443… that leaves 122 hundredths of a percent.
      const { provider, asked } = make([
        { ...calm, minBuyAmount: '445400000000000000000000' },
        calm,
      ])
      const built = await provider.build({ ...build, offerId })
      expect(built.minimum).toBe(450_000_000_000_000_000_000_000n)
      expect(asked.map(({ url }) => url.searchParams.get('slippageBps'))).toEqual(['199', '121'])
    })

    test('behavior: a price that moved beyond the promise is refused', async () => {
      const offerId = 'zeroex/100000000000000000000/480000000000000000000000'
      const { provider, asked } = make(calm)
      expect(
        refused(await provider.build({ ...build, offerId }).catch((error: unknown) => error)),
      ).toEqual([400, 'The price moved: this would bring less than was promised'])
      expect(asked).toHaveLength(1)
      const low = { ...calm, minBuyAmount: '1' }
      expect(
        refused(
          await make([low, low])
            .provider.build(build)
            .catch((error: unknown) => error),
        ),
      ).toEqual([400, 'The price moved: this would bring less than was promised'])
    })

    test('behavior: an exact buy never costs more than was shown', async () => {
      const exact = { ...exactBuyAnswer, transaction: quoteAnswer.transaction }
      const offerId = 'zeroex/109000000000000000/500000000000000000000'
      const ask = { ...buy, user, slippage: 1, offerId }
      const kept = await make({
        ...exact,
        estimatedNetSellAmount: '109500000000000000',
        maxSellAmount: '110090000000000000',
      }).provider.build(ask)
      expect(kept).toMatchObject({ minimum: buy.amount, maximum: 110_090_000_000_000_000n })
      const dearer = make({
        ...exact,
        estimatedNetSellAmount: '109900000000000000',
        maxSellAmount: '110999000000000000',
      })
      expect(refused(await dearer.provider.build(ask).catch((error: unknown) => error))).toEqual([
        400,
        'The price moved: this would bring less than was promised',
      ])
      expect(dearer.asked.map(({ url }) => url.searchParams.get('slippageBps'))).toEqual([
        '99',
        '16',
      ])
    })

    const { transaction } = quoteAnswer
    test.each<readonly [string, object]>([
      ['no transaction', priceAnswer],
      ['a foreign contract', { ...calm, transaction: { ...transaction, to: foreign } }],
      ['the token itself', { ...calm, transaction: { ...transaction, to: weth } }],
      ['coin that nobody pays', { ...calm, transaction: { ...transaction, value: '1' } }],
      ['data that is no data', { ...calm, transaction: { ...transaction, data: '0x123' } }],
      ['no data', { ...calm, transaction: { ...transaction, data: undefined } }],
      [
        'too much data',
        { ...calm, transaction: { ...transaction, data: `0x${'00'.repeat(65_537)}` } },
      ],
      [
        'a foreign contract without an allowance',
        { ...calm, allowanceTarget: null, transaction: { ...transaction, to: foreign } },
      ],
    ])('behavior: a transaction with %s is refused', async (_, answer) => {
      const error = await make(answer)
        .provider.build(build)
        .catch((reason: unknown) => reason)
      expect(refused(error)).toEqual([503, expect.stringMatching(/does not fit the question/)])
    })

    test.each<readonly [string, object]>([
      ['less of the coin than asked', { value: '99000000000000000000' }],
      ['more of the coin than asked', { value: '100000000000000000001' }],
      ['no contract', { to: `0x${'0'.repeat(40)}` }],
      ['a precompiled contract', { to: `0x${'1'.padStart(40, '0')}` }],
    ])('behavior: a sale of the coin with %s is refused', async (_, wrong) => {
      const answer = { ...coinAnswer, transaction: { ...coinAnswer.transaction, ...wrong } }
      const error = await make(answer)
        .provider.build({ ...coinSell, user, slippage: 5 })
        .catch((reason: unknown) => reason)
      expect(refused(error)).toEqual([503, expect.stringMatching(/does not fit the question/)])
    })

    test('behavior: unwrapping goes by the token itself, without an allowance', async () => {
      const answer = {
        ...calm,
        buyToken: `0x${'e'.repeat(40)}`,
        buyAmount: String(sell.amount),
        minBuyAmount: String(sell.amount),
        allowanceTarget: null,
        transaction: { ...transaction, to: weth },
      }
      expect(await make(answer).provider.build({ ...build, to: 'coin' })).toMatchObject({
        to: weth,
        value: 0n,
      })
    })
  })

  test('behavior: serves what is configured on both sides', async () => {
    const { provider } = make(priceAnswer)
    expect([provider.serves(chainId), provider.serves('eip155:1')]).toEqual([true, false])
    expect(await provider.spender(chainId)).toBe(allowanceHolder)
    expect(await provider.tokens(chainId)).toEqual([])
  })
})
