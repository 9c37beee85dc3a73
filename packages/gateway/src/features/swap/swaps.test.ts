import { type ChainId, hasCode } from '@latchkey/protocol'
import type { Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { refusal } from '../../base/refuse.ts'
import type { BuiltSwap, Offer, SwapProvider, SwapRequest } from '../../ports/swap-port.ts'
import { type Contract, fakeChain, isCallOf, word } from '../../test/fake-chain.ts'
import { account, chainId, configOf } from '../../test/make-gateway.ts'
import { writeOfferId } from './offer-id.ts'
import { makeSwaps } from './swaps.ts'

const token: Hex = `0x${'aa'.repeat(20)}`
const user = account.toLowerCase() as Hex
const spenderOf = (id: string): Hex => `0x${Buffer.from(id.padEnd(20, '.')).toString('hex')}`
const pay: SwapRequest = { chain: chainId, from: token, to: 'coin', amount: 100n, side: 'pay' }
const built: BuiltSwap = { to: token, data: '0x', value: 0n, minimum: 1n, maximum: 1n }

type Amounts = readonly [paid: bigint, received: bigint]

/** A provider of one offer, or of what `quote` says; `asked` counts what it built. */
function provider(
  id: string,
  amounts: Amounts | (() => Promise<Offer | undefined>),
  more: Partial<SwapProvider> = {},
) {
  const asked: string[] = []
  const own: SwapProvider = {
    id,
    name: id,
    timeoutMs: 50,
    serves: (chain) => chain === chainId,
    tokens: async () => [],
    async quote({ chain }) {
      if (typeof amounts === 'function') return amounts()
      const [paid, received] = amounts
      const [fromAccount, toAccount] = [
        `${chain}:${token}`,
        `${chain}:0x${'e'.repeat(40)}`,
      ] as const
      return {
        offer: {
          id: writeOfferId({ provider: id, paid, received }),
          fromAmount: String(paid),
          toAmount: String(received),
          fromAccount,
          toAccount,
        },
      }
    },
    spender: async () => spenderOf(id),
    async build() {
      asked.push(id)
      return { ...built, minimum: BigInt(id.length) }
    },
    ...more,
  }
  return { ...own, asked }
}

function make(providers: readonly SwapProvider[], contracts: Readonly<Record<Hex, Contract>> = {}) {
  const failures: string[] = []
  const config = configOf(['http://n.example'])
  const { nodes, asked } = fakeChain(contracts)
  const port = makeSwaps({
    config,
    providers,
    nodes,
    onFailure: (id, chain, reason) => failures.push(`${id} ${chain} ${reason}`),
  })
  return { port, failures, reads: asked }
}

const idsOf = async (ask: SwapRequest, ...providers: readonly SwapProvider[]) =>
  (await make(providers).port.quotes(ask)).map(({ id }) => id?.split('/')[0])
const refused = (run: Promise<unknown>) =>
  run.catch((error: unknown) =>
    hasCode(error) ? [error.context.sourceCode, error.context.field, error.context.reason] : error,
  )

const none = () => Promise.resolve(undefined)
const never = () => new Promise<never>(() => undefined)
const shallow = () => Promise.reject(refusal(400, 'amount', 'insufficient liquidity'))
const down = () => Promise.reject(refusal(503, '', 'down'))
const broken = () => Promise.reject(new TypeError('secret'))

describe('makeSwaps', () => {
  test('default', async () => {
    const [a, b, c] = [
      provider('a', [100n, 5n]),
      provider('b', [100n, 7n]),
      provider('c', [100n, 7n]),
    ]
    expect(await idsOf(pay, a, b, c)).toEqual(['b', 'c', 'a'])
    expect(make([a]).port.chains).toEqual([chainId])
  })

  test('parameters: side', async () => {
    const [a, b] = [provider('a', [9n, 100n]), provider('b', [8n, 100n])]
    expect(await idsOf({ ...pay, side: 'receive' }, a, b)).toEqual(['b', 'a'])
  })

  test('behavior: amounts are compared whole, not as floats', async () => {
    const least = 10n ** 30n
    expect(
      await idsOf(pay, provider('a', [100n, least]), provider('b', [100n, least + 1n])),
    ).toEqual(['b', 'a'])
  })

  test.each([
    ['slow', never],
    ['down', down],
    ['broken', broken],
    ['without an offer', none],
    ['too shallow', shallow],
  ])('behavior: one that is %s takes no other with it', async (_, quote) => {
    const startedAt = performance.now()
    expect(await idsOf(pay, provider('bad', quote), provider('good', [100n, 5n]))).toEqual(['good'])
    expect(performance.now() - startedAt).toBeLessThan(1_000)
  })

  test('behavior: each is waited for by its own time-out alone', async () => {
    const slow = () =>
      new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 120))
    const { port, failures } = make([
      provider('a', slow, { timeoutMs: 2_000 }),
      provider('b', slow),
    ])
    await refused(port.quotes(pay))
    expect(failures).toEqual([`b ${chainId} It did not answer in time`])
  })

  test('behavior: where nobody has the liquidity that is said, while somebody is down it is not', async () => {
    expect(
      await refused(make([provider('a', shallow), provider('b', none)]).port.quotes(pay)),
    ).toEqual([400, 'amount', 'insufficient liquidity'])
    for (const quote of [down, never, broken]) {
      const { port, failures } = make([provider('a', shallow), provider('b', quote)])
      expect(await refused(port.quotes(pay))).toEqual([
        503,
        '',
        'Nobody offers this swap at the moment',
      ])
      expect(failures).toHaveLength(1)
      expect(failures.join()).not.toContain('secret')
    }
  })

  test('behavior: chains without a provider are refused by name', async () => {
    const { port } = make([provider('a', [1n, 1n])])
    const other: ChainId = 'eip155:1'
    for (const run of [
      port.quotes({ ...pay, chain: other }),
      port.tokens(other),
      port.build({ ...pay, chain: other, user, slippage: 1 }),
      port.spender(other),
      port.allowance(`${other}:${token}`, `${other}:${user}`),
    ]) {
      expect(await refused(run)).toEqual([400, 'chainId', 'Network not supported for Swaps'])
    }
    expect(make([]).port.chains).toEqual([])
  })

  test('behavior: an offer is built by who made it', async () => {
    const [a, b] = [provider('a', [100n, 5n]), provider('b', [100n, 7n])]
    const { port } = make([a, b])
    const offerId = writeOfferId({ provider: 'a', paid: 100n, received: 5n })
    await port.build({ ...pay, user, slippage: 1, offerId })
    expect([a.asked, b.asked]).toEqual([['a'], []])
    expect(await port.spender(chainId, offerId)).toBe(spenderOf('a'))
    for (const id of ['a', 'z/1/1', ''.padEnd(20, 'a')]) {
      expect(await refused(port.build({ ...pay, user, slippage: 1, offerId: id }))).toEqual([
        400,
        'offerId',
        'Nobody here made this offer',
      ])
    }
  })

  test('behavior: without an offer tokens go by the first that may take them, the coin by the best', async () => {
    const [a, b, c] = [provider('a', none), provider('b', [100n, 5n]), provider('c', [100n, 7n])]
    const { port } = make([a, b, c])
    await port.build({ ...pay, user, slippage: 1 })
    expect([a.asked, b.asked, c.asked]).toEqual([[], ['b'], []])
    await port.build({ ...pay, from: 'coin', to: token, user, slippage: 1 })
    expect([a.asked, b.asked, c.asked]).toEqual([[], ['b'], ['c']])
  })

  test('behavior: one that builds too slowly is given up on', async () => {
    const slow = provider('a', [100n, 5n], { build: never })
    const run = make([slow]).port.build({ ...pay, user, slippage: 1 })
    expect(await refused(run)).toEqual([503, '', 'It did not answer in time'])
  })

  test('behavior: tokens of a provider that fails are missing, no others', async () => {
    const theirs = { name: 'T', symbol: 'T', address: `${chainId}:${token}`, decimals: 1 } as const
    const { port } = make([
      provider('a', none, { tokens: broken }),
      provider('b', none, { tokens: never }),
      provider('c', none, { tokens: async () => [theirs] }),
    ])
    expect((await port.tokens(chainId)).map(({ symbol }) => symbol)).toEqual(['ETH', 'T'])
  })

  test('behavior: the allowance is of the spender of the offer', async () => {
    const allowed: Contract = (data) =>
      isCallOf(data, 'allowance(address,address)') && data.includes(user.slice(2))
        ? word(data.endsWith(spenderOf('a').slice(2)) ? 1n : 2n)
        : undefined
    const free = provider('free', [100n, 1n], { spender: none })
    const { port, reads } = make([free, provider('a', [100n, 5n]), provider('b', [100n, 7n])], {
      [token]: allowed,
    })
    const [id, owner] = [`${chainId}:${token}`, `${chainId}:${account}`] as const
    const of = (name: string) => writeOfferId({ provider: name, paid: 100n, received: 1n })
    expect(await port.allowance(id, owner)).toEqual({ allowance: 1n, spender: spenderOf('a') })
    expect(await port.allowance(id, owner, of('b'))).toEqual({
      allowance: 2n,
      spender: spenderOf('b'),
    })
    expect(reads).toHaveLength(2)
    expect(await port.allowance(id, owner, of('free'))).toEqual({ allowance: 2n ** 256n - 1n })
    expect(await port.allowance(`${chainId}:0x${'e'.repeat(40)}`, owner)).toEqual({
      allowance: 2n ** 256n - 1n,
    })
    expect(await refused(port.allowance(`${chainId}:${user}`, owner))).toEqual([
      400,
      'tokenAddress',
      'There is no token at this address',
    ])
  })
})
