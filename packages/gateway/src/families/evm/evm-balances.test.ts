import { hasCode } from '@latchkey/protocol'
import {
  decodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  type Hex,
  hexToBigInt,
  multicall3Abi,
  numberToHex,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { NodeAnswer, NodeCall, NodePort } from '../../ports/node-port.ts'
import type { TokenFacts } from '../../ports/token-port.ts'
import { account, chainId, configOf } from '../../test/make-gateway.ts'
import { evmBalances } from './evm-balances.ts'

const tokenAt = (at: number): Hex => `0x${at.toString(16).padStart(40, '0')}`
const listed = {
  id: `${chainId}/erc20:${tokenAt(0xa)}`,
  name: 'Listed',
  symbol: 'LST',
  decimals: 6,
} as const
const multicall = '0xca11bde05977b3631167028862be2a173976ca11'

interface World {
  /** Held amounts by contract; a string is what the contract answers instead. */
  held: ReadonlyMap<Hex, bigint | Hex>
  /** Contracts that burn all gas they are given. */
  bombs: ReadonlySet<Hex>
  chainId: bigint
  requests: number
  described: Hex[]
  broken?: (calls: readonly NodeCall[]) => readonly NodeAnswer[]
}

function makeWorld(
  options: { discovered?: readonly Hex[]; isBatch?: boolean; facts?: Partial<TokenFacts> } = {},
) {
  const world: World = {
    held: new Map(),
    bombs: new Set(),
    chainId: 31_337n,
    requests: 0,
    described: [],
  }
  const config = configOf(['http://n.example'], { tokens: [listed] })
  const chains = options.isBatch
    ? config.chains.map(({ contracts: _, ...chain }) => chain)
    : config.chains
  const one = (target: Hex, data: Hex): Hex => {
    if (data === '0x3408e470') return numberToHex(world.chainId, { size: 32 })
    if (target === multicall) return numberToHex(10n ** 18n, { size: 32 })
    const { functionName } = decodeFunctionData({ abi: erc20Abi, data })
    const amount = functionName === 'balanceOf' ? (world.held.get(target) ?? 0n) : 0n
    return typeof amount === 'string' ? amount : numberToHex(amount, { size: 32 })
  }
  const answer = ({ method, params = '' }: NodeCall): NodeAnswer => {
    const result = (value: unknown): NodeAnswer => ({ kind: 'result', text: JSON.stringify(value) })
    if (method === 'eth_chainId') return result(numberToHex(world.chainId))
    if (method === 'eth_getBalance') return result('0xde0b6b3a7640000')
    const [{ to, data }] = JSON.parse(params) as [{ to: Hex; data: Hex }]
    if (to.toLowerCase() !== multicall) return result(one(to.toLowerCase() as Hex, data))
    const { args = [] } = decodeFunctionData({ abi: multicall3Abi, data })
    const calls = args[0] as readonly { target: Hex; callData: Hex }[]
    if (calls.some(({ target }) => world.bombs.has(target.toLowerCase() as Hex)))
      return { kind: 'error', text: '{"code":-32000,"message":"out of gas"}' }
    const found = calls.map(({ target, callData }) => {
      const returnData = one(target.toLowerCase() as Hex, callData)
      return { success: returnData !== '0x', returnData }
    })
    return result(
      encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result: found }),
    )
  }
  const nodes: NodePort = {
    async ask(_, calls) {
      world.requests++
      return world.broken ? world.broken(calls) : calls.map(answer)
    },
  }
  const port = evmBalances(
    { chains, tokens: config.tokens },
    {
      nodes,
      tokens: {
        async find(_, addresses) {
          world.described.push(...addresses)
          return new Map(
            addresses.map((address): [Hex, TokenFacts] => [
              address,
              {
                address,
                kind: 'erc20',
                name: 'Found',
                symbol: 'FND',
                decimals: 18,
                spam: null,
                ...options.facts,
              },
            ]),
          )
        },
      },
      discovered: async () => options.discovered ?? [],
    },
  )
  const read = async (also: readonly Hex[] = []) =>
    (await port.read({ chain: chainId, address: account, also })).map(({ symbol, quantity }) => [
      symbol,
      quantity.numeric,
    ])
  return { world, read }
}

const statusOf = (work: Promise<unknown>) =>
  work.then(
    () => 200,
    (error) => (hasCode(error) ? error.context.sourceCode : error),
  )

describe('evmBalances', () => {
  test('default', async () => {
    const { world, read } = makeWorld({ discovered: [tokenAt(1), tokenAt(2), tokenAt(0xa)] })
    world.held = new Map([
      [tokenAt(0xa), 5_000_000n],
      [tokenAt(2), 3n * 10n ** 18n],
    ])
    expect(await read()).toEqual([
      ['ETH', '1'],
      ['LST', '5'],
      ['FND', '3'],
    ])
    // Only what is held is described, and what the operator lists needs no description.
    expect([world.requests, world.described]).toEqual([1, [tokenAt(2)]])
  })

  test('behavior: a thousand discovered tokens are one request', async () => {
    const discovered = Array.from({ length: 1_000 }, (_, at) => tokenAt(at + 100))
    const { world, read } = makeWorld({ discovered })
    world.held = new Map(discovered.map((token) => [token, hexToBigInt(token) * 10n ** 18n]))
    const found = await read()
    expect([found.length, world.requests]).toEqual([1_000, 1])
    expect(found.slice(1).every(([, numeric], at) => numeric === String(at + 100))).toBe(true)
  })

  test('behavior: the same without Multicall3, in one batch', async () => {
    const { world, read } = makeWorld({ discovered: [tokenAt(2)], isBatch: true })
    world.held = new Map([
      [tokenAt(0xa), 1n],
      [tokenAt(2), 7n],
    ])
    expect(await read()).toEqual([
      ['ETH', '1'],
      ['LST', '0.000001'],
      ['FND', '0.000000000000000007'],
    ])
    expect(world.requests).toBe(1)
  })

  test('behavior: a token that burns all gas hides nothing but itself', async () => {
    const discovered = Array.from({ length: 300 }, (_, at) => tokenAt(at + 100))
    const { world, read } = makeWorld({ discovered })
    world.held = new Map([
      [tokenAt(0xa), 1_000_000n],
      ...discovered.map((token) => [token, 10n ** 18n] as const),
    ])
    world.bombs = new Set([tokenAt(103)])
    expect((await read()).length).toBe(2 + 299)
    expect(world.requests).toBe(2)
  })

  test('behavior: spam, collectibles, nameless and undescribed ones are left out', async () => {
    for (const facts of [
      { spam: 'lookalike' },
      { kind: 'erc721' },
      { kind: 'none' },
      { symbol: '' },
    ] as const) {
      const { world, read } = makeWorld({ discovered: [tokenAt(2)], facts })
      world.held = new Map([[tokenAt(2), 1n]])
      expect(await read()).toEqual([['ETH', '1']])
    }
  })

  test('behavior: a contract asked for by name is looked at though the index never saw it', async () => {
    const { world, read } = makeWorld()
    world.held = new Map([[tokenAt(9), 10n ** 18n]])
    expect(await read()).toEqual([['ETH', '1']])
    expect(await read([tokenAt(9)])).toEqual([
      ['ETH', '1'],
      ['FND', '1'],
    ])
  })

  test('behavior: what a token answers beside a number is no balance', async () => {
    for (const lie of [
      '0x',
      `0x${'ff'.repeat(33)}`,
      `0x${'01'.repeat(31)}`,
      `0x${'00'.repeat(64)}`,
    ] as const) {
      const { world, read } = makeWorld()
      world.held = new Map([[tokenAt(0xa), lie]])
      expect(await read()).toEqual([['ETH', '1']])
    }
    const { world, read } = makeWorld()
    world.held = new Map([[tokenAt(0xa), 2n ** 256n - 1n]])
    expect((await read())[1]?.[1]).toBe(
      '115792089237316195423570985008687907853269984665640564039457584007913129.639935',
    )
  })

  test('behavior: a node of another chain, or one that lies, is a clear 503', async () => {
    for (const isBatch of [false, true]) {
      const { world, read } = makeWorld({ isBatch })
      world.chainId = 1n
      expect(await statusOf(read())).toBe(503)
      world.chainId = 31_337n
      for (const text of [
        '"<html>"',
        'null',
        '"0x"',
        '-1',
        '1e999',
        '{}',
        '"0xzz"',
        `"0x${'f'.repeat(2_000)}"`,
      ]) {
        world.broken = (calls) => calls.map(() => ({ kind: 'result', text }))
        expect([isBatch, text, await statusOf(read())]).toEqual([isBatch, text, 503])
      }
      world.broken = (calls) =>
        calls.map(() => ({ kind: 'error', text: '{"code":-32000,"message":"no"}' }))
      expect(await statusOf(read())).toBe(503)
    }
  })

  test('behavior: another family of chains is refused', async () => {
    const { chains, tokens } = configOf(['http://n.example'])
    const parts = {
      nodes: { ask: () => Promise.reject(new Error()) },
      tokens: { find: async () => new Map() },
    }
    const port = evmBalances({ chains, tokens }, { ...parts, discovered: async () => [] })
    expect(await statusOf(port.read({ chain: 'solana:abc', address: account }))).toBe(400)
  })
})
