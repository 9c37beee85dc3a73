import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AccountId, hasCode } from '@latchkey/protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { adapter, chain, storage } from '../../test/fake-parts.ts'
import { createKit } from '../create-kit.ts'
import type { Kit } from '../machine/kit.ts'
import { type Note, watchNotes } from '../machine/note.ts'
import { historyQuery } from './history-query.ts'
import { portfolioQuery } from './portfolio-query.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void
const stops: (() => void)[] = []
afterEach(() => {
  vi.useRealTimers()
  for (const stop of stops.splice(0)) {
    stop()
  }
})

const json =
  (value: unknown, status = 200): Handle =>
  (_, response) =>
    response.writeHead(status, { 'retry-after': '0' }).end(JSON.stringify(value))
/** A gateway that serves two chains, and answers `handle` to everything else. */
async function gateway(
  handle: Handle,
  served: Handle = json({ http: ['alpha:1', 'alpha:2'], ws: [] }),
) {
  const seen: string[] = []
  const server = createServer((request, response) => {
    const isServed = request.url?.startsWith('/v1/supported')
    if (!isServed) seen.push(request.url ?? '')
    ;(isServed ? served : handle)(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}
const chains = [
  chain('alpha:1'),
  chain('alpha:2'),
  chain('alpha:3', { testnet: true }),
  chain('alpha:4'),
]
function kitOf(url?: string): Kit {
  const alpha = {
    ...adapter('alpha'),
    chains,
    nativeAsset: ({ id }: { id: string }) => ({
      id: `${id}/slip44:60`,
      name: 'Coin',
      symbol: 'COIN',
      decimals: 18,
    }),
  } as unknown as ReturnType<typeof adapter>
  return createKit({
    adapters: [alpha],
    storage: storage(),
    ...(url && { gateway: { url, project: 'p' } }),
  })
}
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error) => (hasCode(error) ? error.code : error),
  )
const account: AccountId = 'alpha:1:a1'
const first = { pageParam: null }
const item = (id: string, more: object = {}) => ({
  id,
  metadata: {
    operationType: 'send',
    hash: `0x${id}`,
    minedAt: '2026-03-04T05:06:07Z',
    sentFrom: 'a1',
    sentTo: 'a2',
    status: 'confirmed',
    nonce: 1,
    chain: 'alpha:1',
    ...more,
  },
  transfers: [],
})

describe('historyQuery', () => {
  test('default', async () => {
    const pages: Record<string, object> = {
      '': { data: [item('a'), item('b', { chain: 'alpha:2' })], next: 'c 1' },
      'c 1': { data: [item('c')], next: null },
    }
    const { url, seen } = await gateway((request, response) => {
      const cursor = new URL(request.url ?? '', 'http://x').searchParams.get('cursor') ?? ''
      json(pages[cursor])(request, response)
    })
    const kit = kitOf(url)
    const notes: Note[] = []
    watchNotes(kit, (one) => notes.push(one))
    const query = historyQuery(kit, { account })
    const one = await query.queryFn(first)
    expect([one.items.map(({ id }) => id), one.next]).toEqual([['a'], 'c 1'])
    expect(query.getNextPageParam(one, [one], null, [null])).toBe('c 1')
    const two = await query.queryFn({ pageParam: 'c 1' })
    expect([two.items.map(({ id }) => id), two.next]).toEqual([['c'], null])
    expect(query.getNextPageParam(two, [one, two], 'c 1', [null, 'c 1'])).toBeUndefined()
    expect(seen).toEqual([
      '/v1/account/a1/history?chainId=alpha%3A1&currency=usd&projectId=p&st=latchkey&sv=html-alpha-0.1.0',
      '/v1/account/a1/history?chainId=alpha%3A1&cursor=c+1&currency=usd&projectId=p&st=latchkey&sv=html-alpha-0.1.0',
    ])
    expect([query.staleTime, query.initialPageParam]).toEqual([15_000, null])
    expect(query.queryKey).toEqual(['latchkey', 'default', 'history', account, 'usd'])
    expect(notes).toEqual([{ type: 'history-asked', account, cursor: 'c 1' }])
  })

  test('parameters: currency', async () => {
    const { url, seen } = await gateway(json({ data: [] }))
    const query = historyQuery(kitOf(url), { account, currency: 'eur' })
    await query.queryFn(first)
    expect(seen[0]).toContain('currency=eur')
    expect(query.queryKey.at(-1)).toBe('eur')
  })

  test('behavior: a cursor that comes again is the end', () => {
    const query = historyQuery(kitOf(), { account })
    const next = (cursor: string, cursors: readonly (string | null)[]) =>
      query.getNextPageParam({ items: [], next: cursor, isKept: true }, [], null, cursors)
    expect(next('a', [null])).toBe('a')
    expect(next('a', [null, 'a'])).toBeUndefined()
    expect(next('a', [null, 'a', 'b'])).toBeUndefined()
  })

  test('behavior: nothing without a gateway, nor on a chain it does not serve', async () => {
    expect(await historyQuery(kitOf(), { account }).queryFn(first)).toEqual({
      items: [],
      next: null,
      isKept: false,
    })
    const { url, seen } = await gateway(json({ data: [item('a')] }))
    expect(await historyQuery(kitOf(url), { account: 'alpha:4:a1' }).queryFn(first)).toEqual({
      items: [],
      next: null,
      isKept: false,
    })
    expect(seen).toEqual([])
  })

  test.each<{ name: string; handle: Handle; served?: Handle }>([
    { name: '500', handle: json({}, 500) },
    { name: '404', handle: json({}, 404) },
    { name: 'a page of HTML', handle: (_, response) => response.end('<html>') },
    { name: 'another shape', handle: json({ data: {} }) },
    { name: 'a status nobody knows', handle: json({ data: [item('a', { status: 'maybe' })] }) },
    { name: 'a date that is none', handle: json({ data: [item('a', { minedAt: 'yesterday' })] }) },
    {
      name: 'a number that is none',
      handle: json({
        data: [{ ...item('a'), transfers: [{ direction: 'in', quantity: { numeric: '-1' } }] }],
      }),
    },
    {
      name: 'more than a page',
      handle: json({ data: Array.from({ length: 201 }, (_, i) => item(`${i}`)) }),
    },
    { name: 'no word of what it serves', handle: json({ data: [] }), served: json({}, 500) },
  ])('behavior: $name is said, not taken for an empty past', async ({ handle, served }) => {
    const { url } = await gateway(handle, served)
    const kit = kitOf(url)
    const notes: Note[] = []
    watchNotes(kit, (one) => notes.push(one))
    expect(await codeOf(historyQuery(kit, { account }).queryFn(first))).toBe(
      'transactions-unavailable',
    )
    const ofHistory = notes.map(({ type }) => type).filter((type) => type.startsWith('history-'))
    expect(ofHistory).toEqual(['history-failed'])
  })

  test('behavior: one who leaves is no failure', async () => {
    const { url } = await gateway(() => undefined)
    const kit = kitOf(url)
    const notes: Note[] = []
    watchNotes(kit, (one) => notes.push(one))
    const signal = AbortSignal.timeout(100)
    expect(await codeOf(historyQuery(kit, { account }).queryFn({ ...first, signal }))).toBe(
      'aborted',
    )
    expect(notes).toEqual([])
  })
})

describe('portfolioQuery', () => {
  const entry = (chainId: string, more: object = {}) => ({
    name: 'Coin',
    symbol: 'COIN',
    chainId,
    price: 2,
    value: 1e9,
    quantity: { decimals: '18', numeric: '1.5' },
    ...more,
  })

  test('default: every chain of the page that is served, coins first, worth what amount and price say', async () => {
    const token = {
      address: 'alpha:1:t1',
      name: 'T\u202e1',
      quantity: { decimals: '6', numeric: '3' },
      price: 0.1,
    }
    const { url, seen } = await gateway(
      json({
        balances: [
          entry('alpha:2'),
          entry('alpha:1', token),
          entry('alpha:1'),
          entry('alpha:1', { quantity: { decimals: '18', numeric: '99' } }),
          entry('alpha:3'),
          entry('alpha:4'),
          entry('beta:1'),
          entry('alpha:1', { address: 'alpha:2:t2' }),
          entry('alpha:1', { address: 'alpha:1:t3', quantity: { decimals: '0', numeric: '1' } }),
          entry('alpha:1', { address: 'alpha:1:t4', quantity: { decimals: '6', numeric: 'NaN' } }),
        ],
      }),
    )
    const query = portfolioQuery(kitOf(url), { account })
    const { balances, total } = await query.queryFn()
    expect(balances.map(({ asset }) => [asset.id, asset.name])).toEqual([
      ['alpha:1/slip44:60', 'Coin'],
      ['alpha:1/tok:t1', 'T1'],
      ['alpha:2/slip44:60', 'Coin'],
    ])
    expect(Number(total)).toBe(6.3)
    expect(seen).toEqual([
      '/v1/account/a1/balance?currency=usd&projectId=p&st=latchkey&sv=html-alpha-0.1.0',
    ])
    expect([query.staleTime, query.queryKey]).toEqual([
      30_000,
      ['latchkey', 'default', 'portfolio', 'alpha', 'a1', 'usd'],
    ])
    expect(portfolioQuery(kitOf(url), { account: 'alpha:2:a1' }).queryKey).toEqual(query.queryKey)
  })

  test.each([-1, 1e300, 'x', null])('behavior: a price of %s is none', async (price) => {
    const { url } = await gateway(json({ balances: [entry('alpha:1', { price })] }))
    const answer = await portfolioQuery(kitOf(url), { account }).queryFn()
    expect(answer.total).toBeUndefined()
    expect(answer.balances[0]).not.toHaveProperty('price')
  })

  test('behavior: empty without a gateway', async () => {
    expect(await portfolioQuery(kitOf(), { account }).queryFn()).toEqual({
      balances: [],
      missing: [],
    })
  })

  test('behavior: chains of the page that could not be read are named', async () => {
    const { url } = await gateway(
      json({ balances: [entry('alpha:1')], missing: ['alpha:2', 'alpha:3', 'beta:1', 7] }),
    )
    expect((await portfolioQuery(kitOf(url), { account }).queryFn()).missing).toEqual(['alpha:2'])
  })

  test('behavior: a failure blocks the next try for 30 s', async () => {
    const { url, seen } = await gateway(json({}, 404))
    const { queryFn } = portfolioQuery(kitOf(url), { account })
    const from = Date.now()
    expect(await codeOf(queryFn())).toBe('balance-unavailable')
    expect(await codeOf(queryFn())).toBe('balance-retry-blocked')
    expect(seen).toHaveLength(1)
    vi.useFakeTimers({ toFake: ['Date'], now: from + 31_000 })
    expect(await codeOf(queryFn())).toBe('balance-unavailable')
    expect(seen).toHaveLength(2)
  })
})
