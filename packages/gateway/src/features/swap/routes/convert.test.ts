import {
  isApproveTransactionAnswer,
  isGasPriceAnswer,
  isSwapAllowanceAnswer,
  isSwapQuotesAnswer,
  isSwapTokensAnswer,
  isSwapTransactionAnswer,
} from '@latchkey/protocol'
import { errorBodySchema } from '@latchkey/protocol/schema'
import { decodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../../base/refuse.ts'
import type { NodeCall } from '../../../ports/node-port.ts'
import type { BuiltSwap, SwapPort, SwapRequest } from '../../../ports/swap-port.ts'
import { fakeChain } from '../../../test/fake-chain.ts'
import { account, chainId, configOf, makeGateway } from '../../../test/make-gateway.ts'

const [token, other]: readonly [Hex, Hex] = [`0x${'aA'.repeat(20)}`, `0x${'bb'.repeat(20)}`]
const [lower, spender]: readonly [Hex, Hex] = [`0x${'aa'.repeat(20)}`, `0x${'cc'.repeat(20)}`]
const [from, to, user] = [token, other, account].map((address) => `${chainId}:${address}`) as [
  string,
  string,
  string,
]
const coin = `${chainId}:0x${'eE'.repeat(20)}`
const offerId = 'a/1/2'

function make(port: Partial<SwapPort> = {}, answer?: (call: NodeCall) => unknown) {
  const asked: unknown[] = []
  const built: BuiltSwap = {
    to: spender,
    data: '0x12',
    value: 7n,
    minimum: 90n,
    maximum: 110n,
    gas: 5n,
  }
  const swaps: SwapPort = {
    chains: [chainId],
    tokens: async () => [
      { name: 'Ether', symbol: 'ETH', address: `${chainId}:0x${'e'.repeat(40)}`, decimals: 18 },
      {
        name: 'A',
        symbol: 'A',
        address: `${chainId}:${token}`,
        decimals: 6,
        logoUri: 'https://i.example/a.png',
        warning: 'w',
      },
    ],
    async quotes(ask) {
      asked.push(ask)
      return [
        {
          id: offerId,
          fromAmount: '1',
          fromAccount: `${chainId}:${lower}`,
          toAmount: '2',
          toAccount: `${chainId}:${other}`,
        },
      ]
    },
    async build(ask) {
      asked.push(ask)
      return built
    },
    async spender(chain, id) {
      asked.push([chain, id])
      return spender
    },
    async allowance(id, owner, offer) {
      asked.push([id, owner, offer])
      return { allowance: 5n, spender }
    },
    ...port,
  }
  const estimate = (call: NodeCall): unknown => {
    const given = answer?.(call)
    if (given !== undefined) return given
    return { eth_gasPrice: '0xa', eth_estimateGas: '0x5208', eth_feeHistory: null }[call.method]
  }
  const { nodes, asked: reads } = fakeChain({}, { answer: estimate })
  const { app } = makeGateway({ swaps, nodes, config: configOf(['http://n.example']) })
  const read = async (response: Response) => ({
    status: response.status,
    answer: (await response.json()) as unknown,
  })
  return {
    asked,
    reads,
    get: async (path: string, query: Readonly<Record<string, string>>) =>
      read(
        await app.request(
          `/v1/convert/${path}?${new URLSearchParams({ projectId: 'shop', ...query })}`,
        ),
      ),
    post: async (body: object) =>
      read(
        await app.request('/v1/convert/build-transaction', {
          method: 'POST',
          body: JSON.stringify({ projectId: 'shop', ...body }),
        }),
      ),
  }
}

const reasonOf = ({ status, answer }: { status: number; answer: unknown }) => {
  const [reason] = errorBodySchema.parse(answer).reasons
  return [status, reason?.field, reason?.description]
}
const wrong = [400, '', expect.stringMatching(/^Conversion parameter error: /)]

describe('convertTokensRoute', () => {
  test('default', async () => {
    const { status, answer } = await make().get('tokens', { chainId })
    if (!isSwapTokensAnswer(answer)) throw new Error('no such answer')
    expect([status, answer.tokens.length]).toEqual([200, 2])
    expect(answer.tokens[1]).toMatchObject({
      warning: 'w',
      logoUri: expect.stringContaining('/v1/image?url=https'),
    })
  })

  test('parameters: address', async () => {
    for (const address of [token.toLowerCase(), from]) {
      const { answer } = await make().get('tokens', { chainId, address })
      expect(isSwapTokensAnswer(answer) && answer.tokens.map(({ symbol }) => symbol)).toEqual(['A'])
    }
  })

  test('behavior: nothing may be swapped on a chain that is served for other things', async () => {
    const { status, answer } = await make({ chains: [] }).get('tokens', { chainId })
    expect([status, answer]).toEqual([200, { tokens: [] }])
  })

  test('behavior: what the port refuses is refused', async () => {
    const tokens = () => Promise.reject(refusal(400, 'chainId', 'Network not supported for Swaps'))
    expect(reasonOf(await make({ tokens }).get('tokens', { chainId: 'eip155:1' }))).toEqual([
      400,
      'chainId',
      'Network not supported for Swaps',
    ])
  })
})

describe('convertQuotesRoute', () => {
  const query = { from, to, amount: '100' }

  test('default', async () => {
    const { get, asked } = make()
    const { status, answer } = await get('quotes', query)
    expect([status, isSwapQuotesAnswer(answer)]).toEqual([200, true])
    expect(asked).toEqual([
      { chain: chainId, from: lower, to: other, amount: 100n, side: 'pay' } satisfies SwapRequest,
    ])
  })

  test('parameters: side', async () => {
    const { get, asked } = make()
    await get('quotes', { ...query, from: coin, side: 'receive' })
    expect(asked).toMatchObject([{ from: 'coin', side: 'receive' }])
    expect((await get('quotes', { ...query, side: 'both' })).status).toBe(400)
  })

  test('parameters: userAddress', async () => {
    const { get, asked } = make()
    for (const userAddress of [account, user, 'nobody']) {
      await get('quotes', { ...query, userAddress })
    }
    expect(asked.map((ask) => (ask as SwapRequest).user)).toEqual([
      account.toLowerCase(),
      account.toLowerCase(),
      undefined,
    ])
  })

  test.each([
    ['tokens of two chains', { to: to.replace('31337', '1') }],
    ['no CAIP-10', { from: token }],
    ['another family', { from: `solana:abc:${token}` }],
    ['nothing', { amount: '0' }],
    ['more than 256 bits', { amount: String(2n ** 256n) }],
  ])('behavior: %s is refused by the words of the wire', async (_, more) => {
    expect(reasonOf(await make().get('quotes', { ...query, ...more }))).toEqual(wrong)
  })

  test.each(['', '1.5', '-1', '0x10', 'a'])('behavior: amount=%s is refused', async (amount) => {
    expect(reasonOf(await make().get('quotes', { ...query, amount }))).toEqual([
      400,
      'amount',
      expect.any(String),
    ])
  })
})

describe('convertAllowanceRoute', () => {
  test('default', async () => {
    const { get, asked } = make()
    const { status, answer } = await get('allowance', { tokenAddress: from, userAddress: user })
    expect([status, isSwapAllowanceAnswer(answer)]).toEqual([200, true])
    expect(answer).toEqual({ allowance: '5', spender: `${chainId}:${spender}` })
    await get('allowance', { tokenAddress: from, userAddress: user, offerId })
    expect(asked).toEqual([
      [from, user, undefined],
      [from, user, offerId],
    ])
  })

  test('behavior: what needs no allowance has the largest', async () => {
    const { get } = make({ allowance: async () => ({ allowance: maxUint256 }) })
    const { answer } = await get('allowance', { tokenAddress: coin, userAddress: user })
    expect(answer).toEqual({ allowance: String(maxUint256) })
    expect(isSwapAllowanceAnswer(answer)).toBe(true)
  })

  test('behavior: addresses are CAIP-10 of one chain', async () => {
    const { get } = make()
    const good = { tokenAddress: from, userAddress: user }
    expect(reasonOf(await get('allowance', { ...good, tokenAddress: token }))).toEqual([
      400,
      'tokenAddress',
      expect.any(String),
    ])
    expect(reasonOf(await get('allowance', { ...good, userAddress: account }))).toEqual([
      400,
      'userAddress',
      expect.any(String),
    ])
    const elsewhere = `eip155:1:${account}`
    expect(reasonOf(await get('allowance', { ...good, userAddress: elsewhere }))).toEqual([
      400,
      'userAddress',
      expect.any(String),
    ])
  })
})

describe('convertGasPriceRoute', () => {
  test('default', async () => {
    const { status, answer } = await make().get('gas-price', { chainId })
    expect([status, isGasPriceAnswer(answer)]).toEqual([200, true])
    expect(answer).toEqual({ standard: '10', fast: '12', instant: '15' })
  })

  test.each(['eip155:1', 'solana:abc'])('behavior: %s is refused by name', async (chain) => {
    expect(reasonOf(await make().get('gas-price', { chainId: chain }))).toEqual([
      400,
      'chainId',
      'Network not supported for Gas Price',
    ])
  })
})

describe('convertApproveRoute', () => {
  test('default', async () => {
    const { get, asked } = make()
    const { status, answer } = await get('build-approve', {
      from,
      to,
      amount: '100',
      offerId,
      userAddress: account,
    })
    if (!isApproveTransactionAnswer(answer)) throw new Error('no such answer')
    expect(status).toBe(200)
    expect(answer.tx).toMatchObject({ from, to, value: '0', eip155: { gasPrice: '10' } })
    const { functionName, args } = decodeFunctionData({
      abi: erc20Abi,
      data: answer.tx.data as Hex,
    })
    expect([functionName, args?.map(String).map((text) => text.toLowerCase())]).toEqual([
      'approve',
      [spender, '100'],
    ])
    expect(asked).toEqual([[chainId, offerId]])
  })

  test('parameters: amount', async () => {
    const approved = async (more: object) => {
      const { answer } = await make().get('build-approve', { from, to, ...more })
      const data = isApproveTransactionAnswer(answer) && (answer.tx.data as Hex)
      return data && decodeFunctionData({ abi: erc20Abi, data }).args?.[1]
    }
    expect(await approved({})).toBe(maxUint256)
    // What was allowed before is taken back.
    expect(await approved({ amount: '0' })).toBe(0n)
    expect(
      reasonOf(await make().get('build-approve', { from, to, amount: `${maxUint256 + 1n}` })),
    ).toEqual(wrong)
  })

  test('behavior: what needs none is refused', async () => {
    expect(reasonOf(await make().get('build-approve', { from: coin, to }))).toEqual(wrong)
    expect(
      reasonOf(await make({ spender: async () => undefined }).get('build-approve', { from, to })),
    ).toEqual(wrong)
    expect(reasonOf(await make().get('build-approve', { from, to: from }))).toEqual(wrong)
  })
})

describe('convertBuildRoute', () => {
  const body = { from, to, amount: '100', userAddress: user }

  test('default', async () => {
    const { post, asked } = make()
    const { status, answer } = await post(body)
    expect([status, isSwapTransactionAnswer(answer)]).toEqual([200, true])
    expect(answer).toEqual({
      tx: {
        from: user,
        to: `${chainId}:${spender}`,
        data: '0x12',
        amount: '90',
        maximum: '110',
        value: '7',
        eip155: { gas: '126250', gasPrice: '10' },
      },
    })
    expect(asked).toEqual([
      {
        chain: chainId,
        from: lower,
        to: other,
        amount: 100n,
        side: 'pay',
        user: account.toLowerCase(),
        slippage: 1,
        offerId: undefined,
      },
    ])
  })

  test('parameters: side, offerId, slippage', async () => {
    const { post, asked } = make()
    await post({ ...body, side: 'receive', offerId, eip155: { slippage: 0.5, permit: null } })
    expect(asked).toMatchObject([{ side: 'receive', offerId, slippage: 0.5 }])
    for (const slippage of [-1, 51, '1', null]) {
      expect((await post({ ...body, eip155: { slippage } })).status).toBe(400)
    }
  })

  test('parameters: disableEstimate', async () => {
    const { post, reads } = make()
    const { answer } = await post({ ...body, disableEstimate: true })
    expect(answer).toMatchObject({ tx: { eip155: { gas: '5' } } })
    expect(reads.flat().map(({ method }) => method)).not.toContain('eth_estimateGas')
  })

  test('behavior: a swap that would fail now has the estimate of its provider', async () => {
    const { post } = make({}, ({ method }) => (method === 'eth_estimateGas' ? null : undefined))
    expect((await post(body)).answer).toMatchObject({ tx: { eip155: { gas: '5' } } })
    for (const lie of ['0x', 'lots', 7, `0x${'f'.repeat(17)}`]) {
      const lying = make({}, ({ method }) => (method === 'eth_estimateGas' ? lie : undefined))
      expect((await lying.post(body)).answer).toMatchObject({ tx: { eip155: { gas: '5' } } })
    }
  })

  test('behavior: the account is CAIP-10, on the chain of the tokens', async () => {
    const { post } = make()
    for (const userAddress of [account, `eip155:1:${account}`, 'nobody']) {
      expect(reasonOf(await post({ ...body, userAddress }))).toEqual([
        400,
        'userAddress',
        expect.any(String),
      ])
    }
    expect((await post({ ...body, userAddress: undefined })).status).toBe(400)
    expect(reasonOf(await post({ ...body, to: from }))).toEqual(wrong)
  })
})
