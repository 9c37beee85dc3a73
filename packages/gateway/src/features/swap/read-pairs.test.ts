import { hasCode } from '@latchkey/protocol'
import { encodeAbiParameters, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { boundedCache } from '../../base/bounded-cache.ts'
import { type Contract, fakeChain, isCallOf, multicall3, word } from '../../test/fake-chain.ts'
import { chainId } from '../../test/make-gateway.ts'
import { pairKey, poolAddress } from './pool-address.ts'
import { type Pair, readPairs } from './read-pairs.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const [factory, a, b, c] = [address('f'), address('a'), address('b'), address('c')]
const elsewhere = address('9')

const pool =
  (first: bigint, second: bigint): Contract =>
  (data) =>
    isCallOf(data, 'getReserves()')
      ? encodeAbiParameters(
          [{ type: 'uint256' }, { type: 'uint256' }, { type: 'uint32' }],
          [first, second, 1],
        )
      : undefined

/** A factory that says where pools are; an unknown pair has none. */
const factoryOf =
  (pools: Readonly<Record<string, Hex>>): Contract =>
  (data) => {
    if (!isCallOf(data, 'getPair(address,address)')) return undefined
    const [first, second] = [`0x${data.slice(34, 74)}`, `0x${data.slice(98, 138)}`] as [Hex, Hex]
    return word(BigInt(pools[pairKey(first, second)] ?? 0))
  }

function make(
  contracts: Readonly<Record<Hex, Contract>>,
  more: Parameters<typeof fakeChain>[1] = {},
) {
  const { nodes, asked } = fakeChain(contracts, more)
  const known = boundedCache<Hex>(100, 60_000)
  const chain = { id: chainId, contracts: { multicall3 } } as const
  const read = (
    pairs: readonly Pair[],
    on: { readonly id: typeof chainId; readonly contracts?: object } = chain,
  ) => readPairs({ chain: on, factory, nodes, known }, pairs)
  return { read, asked, known }
}

const guess = poolAddress(factory, a, b)
const usual = { [factory]: factoryOf({ [pairKey(a, b)]: guess }), [guess]: pool(7n, 9n) }

describe('readPairs', () => {
  test('default', async () => {
    const { read, asked } = make(usual)
    const reading = await read([
      [b, a],
      [a, c],
    ])
    expect(reading.reserves(a, b)).toEqual({ in: 7n, out: 9n })
    expect(reading.reserves(b, a)).toEqual({ in: 9n, out: 7n })
    expect(reading.reserves(a, c)).toBeUndefined()
    expect(reading.time).toBe(1_700_000_000n)
    expect(asked).toHaveLength(1)
  })

  test('behavior: a pool that is known is not asked for again, one that is not is', async () => {
    const { read, asked } = make(usual)
    await read([[a, b]])
    await read([
      [a, b],
      [b, c],
    ])
    const size = (at: number): number => asked[at]?.[0]?.params?.length ?? 0
    expect(asked).toHaveLength(2)
    expect((await read([[a, b]])).reserves(a, b)).toEqual({ in: 7n, out: 9n })
    expect(size(2)).toBeLessThan(size(0))
  })

  test('behavior: a factory with pools elsewhere costs a second round trip, once', async () => {
    const { read, asked } = make({
      [factory]: factoryOf({ [pairKey(a, b)]: elsewhere }),
      [elsewhere]: pool(3n, 4n),
    })
    expect((await read([[a, b]])).reserves(a, b)).toEqual({ in: 3n, out: 4n })
    expect(asked).toHaveLength(2)
    expect((await read([[a, b]])).reserves(a, b)).toEqual({ in: 3n, out: 4n })
    expect(asked).toHaveLength(3)
  })

  test('behavior: what stands at the guessed place without the factory knowing it is no pool', async () => {
    const { read } = make({ [factory]: factoryOf({}), [guess]: pool(7n, 9n) })
    expect((await read([[a, b]])).reserves(a, b)).toBeUndefined()
  })

  test('behavior: reserves beyond 112 bits, or of another shape, are none', async () => {
    const lies: Contract[] = [
      pool(2n ** 112n, 1n),
      pool(1n, 2n ** 200n),
      () => word(1n),
      () => undefined,
      () => '0x',
    ]
    for (const lie of lies) {
      const { read } = make({ ...usual, [guess]: lie })
      expect((await read([[a, b]])).reserves(a, b)).toBeUndefined()
    }
  })

  test('behavior: a factory that does not answer is no empty one', async () => {
    const silences: Contract[] = [() => undefined, () => '0x']
    for (const silent of silences) {
      const error = await make({ ...usual, [factory]: silent })
        .read([[a, b]])
        .catch((reason: unknown) => reason)
      expect(hasCode(error) && error.context.sourceCode).toBe(503)
    }
  })

  test('behavior: the node of another chain is refused', async () => {
    const error = await make(usual, { chain: 1n })
      .read([[a, b]])
      .catch((reason: unknown) => reason)
    expect(hasCode(error) && error.context.sourceCode).toBe(503)
  })

  test('behavior: without Multicall3 one batch, and no clock', async () => {
    const { read, asked } = make(usual, {
      answer: ({ method }) => (method === 'eth_chainId' ? '0x7a69' : undefined),
    })
    const reading = await read([[a, b]], { id: chainId })
    expect([reading.reserves(a, b), reading.time, asked.length]).toEqual([
      { in: 7n, out: 9n },
      undefined,
      1,
    ])
  })
})
