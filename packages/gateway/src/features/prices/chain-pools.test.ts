import type { AssetId } from '@latchkey/protocol'
import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  type Hex,
  multicall3Abi,
  numberToHex,
  parseAbi,
} from 'viem'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { configSchema } from '../../base/config/schema.ts'
import { formatRatio } from '../../base/money/ratio.ts'
import { refusal } from '../../base/refuse.ts'
import type { NodeAnswer, NodePort } from '../../ports/node-port.ts'
import { configOf } from '../../test/make-gateway.ts'
import { chainPools } from './chain-pools.ts'
import type { AssetPoint } from './price-points.ts'

const chain = 'eip155:31337'
const coin: AssetId = `${chain}/slip44:60`
const hex = (digit: string): Hex => `0x${digit.repeat(40)}`
const [usdc, weth, poolAddress] = [hex('a'), hex('c'), hex('1')]
const dollar: AssetId = `${chain}/erc20:${usdc}`
const pool = { chain, address: poolAddress, asset: coin, against: dollar } as const
const chainAbi = parseAbi(['function getChainId() view returns (uint256)'])

interface World {
  reserves: readonly [usdc: bigint, weth: bigint]
  chainId: bigint
  answer: ((good: NodeAnswer) => NodeAnswer | Promise<NodeAnswer>) | undefined
  time: number
  readonly rows: AssetPoint[]
  readonly logged: string[]
  asks: number
}

/** A node that knows one pool, a table of points, and a clock. */
function makeWorld(more: Partial<z.input<typeof configSchema>['prices']> = {}) {
  const world: World = {
    reserves: [2_500_000n * 10n ** 6n, 1_000n * 10n ** 18n],
    chainId: 31_337n,
    answer: undefined,
    time: 1_000_000_000,
    rows: [],
    logged: [],
    asks: 0,
  }
  const one = (target: Hex, data: Hex): Hex => {
    if (target === poolAddress && data === '0x0902f1ac')
      return encodeAbiParameters(
        [{ type: 'uint112' }, { type: 'uint112' }, { type: 'uint32' }],
        [world.reserves[0], world.reserves[1], 0],
      )
    if (data === '0x0dfe1681') return encodeAbiParameters([{ type: 'address' }], [usdc])
    if (data === '0xd21220a7') return encodeAbiParameters([{ type: 'address' }], [weth])
    if (data === '0x313ce567') return numberToHex(6, { size: 32 })
    return numberToHex(world.chainId, { size: 32 })
  }
  const nodes: NodePort = {
    async ask(_, calls) {
      world.asks++
      const [{ to: _to, data }] = JSON.parse(calls[0]?.params ?? '') as [{ to: Hex; data: Hex }]
      const { args = [] } = decodeFunctionData({ abi: multicall3Abi, data })
      const result = (args[0] as readonly { target: Hex; callData: Hex }[]).map(
        ({ target, callData }) => ({
          success: true,
          returnData: one(target.toLowerCase() as Hex, callData),
        }),
      )
      const text = JSON.stringify(
        encodeFunctionResult({ abi: multicall3Abi, functionName: 'aggregate3', result }),
      )
      return [await (world.answer ?? ((good) => good))({ kind: 'result', text })]
    },
  }
  const prices = { pools: [pool], dollars: [dollar], everyMs: 10_000, windowMs: 0, ...more }
  const source = (rows = world.rows, patienceMs = 2_500) =>
    chainPools(
      {
        config: configOf(['http://n.example'], { prices }),
        nodes,
        points: {
          async record(points) {
            for (const point of points) {
              if (!rows.some(({ at, source }) => at === point.at && source === point.source))
                rows.push(point)
            }
          },
          since: async (_, at) => rows.filter((row) => row.at >= at),
        },
        log: { error: (_, message) => world.logged.push(message) },
        now: () => world.time,
        patienceMs,
      },
      chain,
    )
  return { world, source }
}

const usdOf = async (source: ReturnType<ReturnType<typeof makeWorld>['source']>) => {
  const point = (await source.pricesNow([coin])).get(coin)
  return point && formatRatio(point.usd)
}

describe('chainPools', () => {
  test('default', async () => {
    const { world, source } = makeWorld()
    expect((await source().pricesNow([coin])).get(coin)).toMatchObject({
      source: poolAddress,
      at: world.time,
    })
    expect(await usdOf(source())).toBe('2500')
  })

  test('behavior: the asked chain id is of the multicall, and the call reads what it should', () => {
    expect(decodeFunctionData({ abi: chainAbi, data: '0x3408e470' }).functionName).toBe(
      'getChainId',
    )
  })

  test('behavior: pools are read once for all who ask, not before everyMs, and not unasked', async () => {
    const { world, source } = makeWorld()
    const prices = source()
    expect(world.asks).toBe(0)
    await Promise.all([usdOf(prices), usdOf(prices), usdOf(prices)])
    expect(world.asks).toBe(1)
    world.time += 9_999
    await usdOf(prices)
    expect(world.asks).toBe(1)
    world.time += 1
    world.reserves = [2_625_000n * 10n ** 6n, 1_000n * 10n ** 18n]
    expect(await usdOf(prices)).toBe('2625')
    expect(world.asks).toBe(2)
  })

  test('behavior: a spike of one block does not move the median, up or down, and a change that lasts does', async () => {
    for (const spike of [2_500n, 1n]) {
      const { world, source } = makeWorld({ windowMs: 60_000 })
      const prices = source()
      const step = async () => {
        world.time += 10_000
        return usdOf(prices)
      }
      expect([await step(), await step()]).toEqual(['2500', '2500'])
      world.reserves = [spike * 1_000n * 10n ** 9n, 1_000n * 10n ** 18n]
      expect(await step()).toBe('2500')
      world.reserves = [3_000_000n * 10n ** 6n, 1_000n * 10n ** 18n]
      const later = []
      for (let at = 0; at < 6; at++) {
        later.push(await step())
      }
      expect(later[0]).toBe('2500')
      expect(later.at(-1)).toBe('3000')
    }
  })

  test('behavior: replicas share what they saw, and one moment counts once', async () => {
    const { world, source } = makeWorld({ windowMs: 60_000 })
    const [first, second] = [source(), source()]
    for (let at = 0; at < 3; at++) {
      world.time += 10_000
      await Promise.all([usdOf(first), usdOf(second)])
    }
    expect(world.rows).toHaveLength(3)
    world.reserves = [9_000_000n * 10n ** 6n, 1_000n * 10n ** 18n]
    // One that starts just now, in the middle of the spike, believes what the others saw before.
    world.time += 10_000
    expect(await usdOf(source())).toBe('2500')
  })

  test('behavior: a pool that was drained has no say at once, whatever the window holds', async () => {
    const { world, source } = makeWorld({ windowMs: 60_000 })
    const prices = source()
    expect(await usdOf(prices)).toBe('2500')
    world.time += 10_000
    world.reserves = [9_000n * 10n ** 6n, 3n * 10n ** 18n]
    expect(await usdOf(prices)).toBeUndefined()
  })

  const lies: readonly (readonly [
    string,
    (good: NodeAnswer) => NodeAnswer | Promise<NodeAnswer>,
  ])[] = [
    ['an error', () => ({ kind: 'error', text: '{"code":-32000,"message":"no"}' })],
    ['nothing', () => ({ kind: 'result', text: '"0x"' })],
    ['no hex', () => ({ kind: 'result', text: '"<html>"' })],
    ['null', () => ({ kind: 'result', text: 'null' })],
    [
      'half an answer',
      ({ text }) => ({ kind: 'result', text: `${text.slice(0, text.length / 2)}"` }),
    ],
    [
      'all ones',
      ({ text }) => ({ kind: 'result', text: text.replace(/[\da-f]/g, 'f').replace(/^"f/, '"0') }),
    ],
    ['an outage', () => Promise.reject(refusal(503, 'chainId', 'No node'))],
  ]
  test.each(lies)(
    'behavior: a node that answers %s gives no price, and the last one only while it is news',
    async (_, lie) => {
      const { world, source } = makeWorld()
      world.answer = lie
      expect(await usdOf(source())).toBeUndefined()
      expect(world.logged).toContain('pools cannot be read')
      world.answer = undefined
      const prices = source()
      expect(await usdOf(prices)).toBe('2500')
      world.answer = lie
      world.time += 20_000
      expect(await usdOf(prices)).toBe('2500')
      world.time += 10_001
      expect(await usdOf(prices)).toBeUndefined()
    },
  )

  test('behavior: a node of another chain is not believed', async () => {
    const { world, source } = makeWorld()
    world.chainId = 1n
    expect(await usdOf(source())).toBeUndefined()
  })

  test('behavior: nobody waits longer than they have patience for; the answer is there for the next', async () => {
    const { world, source } = makeWorld()
    const gate: { open?: () => void } = {}
    const opened = new Promise<void>((resolve) => {
      gate.open = resolve
    })
    world.answer = async (good) => {
      await opened
      return good
    }
    const prices = source(world.rows, 20)
    expect(await usdOf(prices)).toBeUndefined()
    gate.open?.()
    await expect.poll(() => usdOf(prices)).toBe('2500')
    expect(world.asks).toBe(1)
  })

  test('behavior: a database that fails costs the window, not the price', async () => {
    const { world, source } = makeWorld({ windowMs: 60_000 })
    const broken = new Proxy(world.rows, {
      get: () => {
        throw new Error('down')
      },
    })
    expect(await usdOf(source(broken))).toBe('2500')
    expect(world.logged).toContain('prices cannot be recorded')
  })
})
