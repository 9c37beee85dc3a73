import { encodeAbiParameters, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { boundedCache } from '../../base/bounded-cache.ts'
import { fakeChain, isCallOf } from '../../test/fake-chain.ts'
import { chainId } from '../../test/make-gateway.ts'
import { type Holder, readShares, type Shares } from './read-shares.ts'

const address = (digit: string): Hex => `0x${digit.repeat(40)}`
const [pool, token] = [address('a'), address('b')]
const holder: Holder = { pool, token }
const words = (...values: readonly bigint[]): Hex =>
  encodeAbiParameters(
    values.map(() => ({ type: 'uint256' }) as const),
    values,
  )

async function read(
  answer: Hex | undefined,
  holders: readonly Holder[] = [holder],
  known = boundedCache<Shares | 'unknown'>(10, 60_000),
) {
  const { nodes, asked } = fakeChain({
    [pool]: (data) => (isCallOf(data, 'probe(address,address)') ? answer : '0x'),
  })
  const shareOf = await readShares({ chain: chainId, nodes, known }, holders)
  return { shares: shareOf(holder), asked, known }
}

describe('readShares', () => {
  test('default', async () => {
    const { shares, asked } = await read(words(1_000n, 985n, 985n, 970n))
    expect(shares).toEqual({
      leaves: { sent: 1_000n, came: 985n },
      enters: { sent: 985n, came: 970n },
    })
    const [call, block, overrides] = JSON.parse(asked[0]?.[0]?.params ?? '')
    expect([call.to, block]).toEqual([pool, 'latest'])
    const [home, ...others] = Object.entries<{ code: Hex }>(overrides).sort(
      ([, a], [, b]) => b.code.length - a.code.length,
    )
    // Pool and receiver do as the third does.
    expect(others.map(([at]) => at)).toContain(pool)
    for (const [, { code }] of others) {
      expect(code).toContain(home?.[0].slice(2))
    }
  })

  test('behavior: each is asked once, and not again while it is kept', async () => {
    const { asked, known } = await read(words(1n, 1n, 1n, 1n), [holder, holder])
    expect([asked.length, asked[0]?.length]).toEqual([1, 1])
    expect((await read(words(1n, 1n, 1n, 1n), [holder], known)).asked).toEqual([])
    expect((await read(words(1n, 1n, 1n, 1n), [])).asked).toEqual([])
  })

  test('behavior: nothing comes of what cannot be sent', async () => {
    expect((await read(words(5n, 5n, 5n, 0n))).shares?.enters).toEqual({ sent: 5n, came: 0n })
    const { shares } = await read(words(5n, 0n, 0n, 0n))
    expect([shares?.leaves.came, shares?.enters.came]).toEqual([0n, 0n])
  })

  test('behavior: more does not come than was sent', async () => {
    expect((await read(words(5n, 9n, 9n, 2n ** 255n))).shares).toEqual({
      leaves: { sent: 5n, came: 5n },
      enters: { sent: 9n, came: 9n },
    })
  })

  test.each([
    undefined,
    '0x',
    words(1n, 1n, 1n),
    words(0n, 0n, 0n, 0n),
    `${words(1n, 1n, 1n, 1n)}00`,
  ] as const)(
    'behavior: with %s nobody knows, and it is not asked again at once',
    async (answer) => {
      const { shares, known } = await read(answer)
      expect([shares, known.get(`${pool} ${token}`)]).toEqual([undefined, 'unknown'])
    },
  )
})
