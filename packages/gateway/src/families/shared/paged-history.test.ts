import type { ChainId } from '@latchkey/protocol'
import { hasCode } from '@latchkey/protocol'
import { describe, expect, test } from 'vitest'
import { configSchema } from '../../base/config/schema.ts'
import type { AccountTransaction } from './movement.ts'
import { pagedHistory } from './paged-history.ts'

const [one, two] = ['stacks:1', 'stacks:2'] as const
const nativeCurrency = { name: 'Coin', symbol: 'COIN', decimals: 6 }
const config = configSchema.parse({
  chains: [one, two].map((id) => ({ id, name: id, nativeCurrency, rpcUrls: ['http://n'] })),
})
const transaction = (chain: ChainId, number: number, minedAt: number): AccountTransaction => ({
  hash: `${chain}/${number}`,
  minedAt,
  status: 'confirmed',
  operation: 'execute',
  sentFrom: '',
  sentTo: '',
  nonce: 0,
  fee: null,
  movements: [],
  place: String(number),
})
/** Chains by the times of their transactions, newest first; a place is the number of one. */
function portOf(
  times: Readonly<Record<string, readonly number[]>>,
  past: () => Promise<never> = async () => Promise.reject(new Error('down')),
) {
  const state = { ...times }
  const asked: (readonly [ChainId, string | undefined])[] = []
  const port = pagedHistory(
    [one, two],
    {
      isPlace: (place) => /^\d{1,4}$/.test(place),
      async read({ chain, after, limit }) {
        asked.push([chain, after])
        const all = (state[chain] ?? []).map((at, number) => transaction(chain, number, at))
        const from = after === undefined ? 0 : Number(after) + 1
        return { items: all.slice(from, from + limit), hasMore: all.length > from + limit }
      },
    },
    { config, prices: { past } },
  )
  return { port, asked, state }
}
const ask = { account: 'a', chains: [one, two], limit: 25, currency: 'usd' } as const
async function all(port: ReturnType<typeof portOf>['port'], between: () => void = () => undefined) {
  const seen: string[] = []
  for (let cursor: string | null | undefined; cursor !== null; between()) {
    const page = await port.read({ ...ask, ...(cursor ? { cursor } : {}) })
    expect(page.items.length).toBeLessThanOrEqual(25)
    seen.push(...page.items.map(({ metadata }) => metadata.hash))
    cursor = page.next
  }
  return seen
}
const run = (count: number, first: number, step: number) =>
  Array.from({ length: count }, (_, at) => first - at * step)

describe('pagedHistory', () => {
  test.each<readonly [string, readonly number[], readonly number[]]>([
    ['one of two chains', run(60, 90_000, 1_000), []],
    ['two chains that alternate', run(40, 90_000, 1_000), run(40, 90_500, 1_000)],
    ['one all newer than the other', run(40, 900_000, 1_000), run(40, 90_000, 1_000)],
    ['one much longer', run(3, 500_000, 1), run(90, 600_000, 2_000)],
    ['the same moment', run(30, 5_000, 0), run(30, 5_000, 0)],
    ['nothing at all', [], []],
  ])('parameters: %s: everything once, newest first', async (_, first, second) => {
    const seen = await all(portOf({ [one]: first, [two]: second }).port)
    expect(new Set(seen).size).toBe(first.length + second.length)
    expect(seen).toHaveLength(first.length + second.length)
    const timeOf = (hash: string) =>
      (hash.startsWith(one) ? first : second)[Number(hash.split('/')[1])] ?? 0
    expect(seen.map(timeOf)).toEqual(seen.map(timeOf).sort((a, b) => b - a))
  })

  test('behavior: a clock that runs backwards loses nothing', async () => {
    const times = [9_000, 9_500, 8_000, 8_900, ...run(40, 8_800, 10)]
    expect(await all(portOf({ [one]: times }).port)).toHaveLength(44)
  })

  test('behavior: what comes meanwhile on a chain that was not shown yet does not push in, nor keep the old ones back', async () => {
    const old = run(10, 1_000_000, 1_000)
    const { port, state } = portOf({ [one]: run(30, 90_000_000, 1_000), [two]: old })
    const seen = await all(port, () => {
      if ((state[two]?.length ?? 0) < 100)
        state[two] = [...run(30, 95_000_000 + (state[two]?.length ?? 0), 1), ...(state[two] ?? [])]
    })
    expect(seen.filter((hash) => hash.startsWith(one))).toHaveLength(30)
    expect(new Set(seen).size).toBe(seen.length)
  })

  test('behavior: a chain that ended is asked no more', async () => {
    const { port, asked } = portOf({ [one]: run(60, 90_000, 1_000), [two]: [95_000_000] })
    await all(port)
    expect(asked.filter(([chain]) => chain === two)).toHaveLength(1)
  })

  test.each([
    'x',
    '!',
    'a'.repeat(5_000),
    Buffer.from('[1,5,[]]').toString('base64url'),
    Buffer.from('{}').toString('base64url'),
    ...[
      [2, 5, []],
      [2, 1.5, [[one, '1']]],
      [2, 5, [['stacks:9', '1']]],
      [2, 5, [[one, '../../x']]],
      [2, 5, [[one, 1]]],
      [2, 5, [one]],
      [1, 5, [[one, '1']]],
      [
        2,
        5,
        [
          [one, '1'],
          [two, '1'],
          [one, '1'],
        ],
      ],
    ].map((value) => Buffer.from(JSON.stringify(value)).toString('base64url')),
  ])('behavior: the cursor %.30s is refused', async (cursor) => {
    const { port, asked } = portOf({})
    const refused = (error: unknown) => (hasCode(error) ? error.context.sourceCode : error)
    expect(await port.read({ ...ask, cursor }).catch(refused)).toBe(400)
    expect(asked).toEqual([])
  })

  test('behavior: a chain that is not its own is refused', async () => {
    await expect(portOf({}).port.read({ ...ask, chains: ['eip155:1'] })).rejects.toMatchObject({
      context: { field: 'chainId' },
    })
  })
})
