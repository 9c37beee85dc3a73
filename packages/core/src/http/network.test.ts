import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hasCode, LatchkeyError } from '@latchkey/protocol'
import { afterEach, describe, expect, test } from 'vitest'
import { adapter, chain, type FakeAdapter, storage, wallet } from '../../test/fake-parts.ts'
import { connect } from '../connect/connect.ts'
import type { Features } from '../contract/features.ts'
import { createKit } from '../create-kit.ts'
import { featuresQuery } from '../features/features-query.ts'
import type { Kit, KitOptions } from '../machine/kit.ts'
import { balancesQuery } from '../queries/balances-query.ts'
import { identityQuery } from '../queries/identity-query.ts'
import { supportedChainsQuery } from '../queries/supported-chains-query.ts'
import { walletsQuery } from '../queries/wallets-query.ts'
import { readSource } from '../rpc/read-source.ts'
import { fetchJson } from './fetch-json.ts'

type Handle = (request: IncomingMessage, response: ServerResponse, body: string) => void
const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) {
    stop()
  }
})

async function serve(handle: Handle): Promise<{ readonly url: string; readonly seen: string[] }> {
  const seen: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      seen.push(`${request.method} ${request.url} ${request.headers['content-type'] ?? ''}`.trim())
      handle(request, response, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen }
}
const json =
  (value: unknown, status = 200, headers: Record<string, string> = {}): Handle =>
  (_, response) =>
    response.writeHead(status, headers).end(JSON.stringify(value))
const result = (value: unknown): Handle => json({ jsonrpc: '2.0', id: 1, result: value })
const codeOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error) => (hasCode(error) ? error.code : error),
  )
function kitOf(
  options: Partial<KitOptions>,
  rpcUrls: readonly string[] = [],
): Kit & { readonly alpha: FakeAdapter } {
  const alpha = { ...adapter('alpha'), chains: [chain('alpha:1', { rpcUrls })] }
  return { ...createKit({ adapters: [alpha], storage: storage(), ...options }), alpha }
}
const ask = (kit: Kit, method = 'm'): Promise<unknown> =>
  readSource(kit, { chain: 'alpha:1' }).request(method, [1])

describe('readSource', () => {
  test('default: the owner’s address and no other', async () => {
    const [own, gateway] = [await serve(result(7)), await serve(result(8))]
    const kit = kitOf({ gateway: { url: gateway.url, project: 'p' } }, [own.url])
    expect(await ask(kit)).toBe(7)
    expect([own.seen, gateway.seen]).toEqual([['POST / application/json'], []])
  })

  test('behavior: the next address where one fails, the same one again where there is none', async () => {
    const [bad, good] = [await serve(json({}, 503)), await serve(result(7))]
    expect(await ask(kitOf({}, [bad.url, good.url]))).toBe(7)
    let calls = 0
    const shaky = await serve((...parts) =>
      (++calls < 3 ? json({}, 429, { 'retry-after': '0' }) : result(9))(...parts),
    )
    expect(await ask(kitOf({}, [shaky.url]))).toBe(9)
    expect(calls).toBe(3)
  })

  test.each([403, 408, 413, 429, 500, 502, 503, 504])(
    'behavior: %i is asked 3 times more',
    async (status) => {
      const server = await serve(json({}, status, { 'retry-after': '0' }))
      expect(await codeOf(ask(kitOf({}, [server.url])))).not.toBe('resolved')
      expect(server.seen).toHaveLength(4)
    },
  )

  test.each([400, 401, 404, 501])('behavior: %i is final', async (status) => {
    const server = await serve(json({ reasons: [{ description: 'no' }] }, status))
    await expect(ask(kitOf({}, [server.url]))).rejects.toMatchObject({
      context: { sourceCode: status, reason: 'no' },
    })
    expect(server.seen).toHaveLength(1)
  })

  test.each([
    [401, 'authentication', 'project-id-unknown', 1],
    [403, 'origin', 'origin-not-allowed', 1],
    [403, '', 'gateway-refused', 4],
  ])('behavior: %i because of "%s" is %s, asked %i times', async (status, field, code, times) => {
    const server = await serve(
      json({ reasons: [{ field, description: 'no' }] }, status, { 'retry-after': '0' }),
    )
    expect(await codeOf(ask(kitOf({}, [server.url])))).toBe(code)
    expect(server.seen).toHaveLength(times)
  })

  test('behavior: what every node would say alike is not asked twice', async () => {
    const error = { code: 3, message: 'execution reverted', data: '0x08' }
    const [one, two] = [await serve(json({ error })), await serve(result(1))]
    await expect(ask(kitOf({}, [one.url, two.url]))).rejects.toMatchObject(error)
    expect(two.seen).toEqual([])
    const busy = await serve(json({ error: { code: -32005, message: 'limit' } }))
    expect(await ask(kitOf({}, [busy.url, two.url]))).toBe(1)
    const internal = await serve(json({ error: { code: -32603, message: 'execution reverted' } }))
    await expect(ask(kitOf({}, [internal.url, two.url]))).rejects.toMatchObject({ code: -32603 })
  })

  test('behavior: garbage is passed over', async () => {
    const [html, shape, good] = [
      await serve((_, response) => response.end('<html>')),
      await serve(json([])),
      await serve(result(1)),
    ]
    expect(await ask(kitOf({}, [html.url, shape.url, good.url]))).toBe(1)
  })

  test('behavior: the gateway, else the connected wallet, else nothing', async () => {
    const gateway = await serve(result(8))
    expect(await ask(kitOf({ gateway: { url: [gateway.url], project: 'p' } }))).toBe(8)
    expect(gateway.seen).toEqual([
      'POST /v1?chainId=alpha%3A1&projectId=p&st=latchkey&sv=html-alpha-0.1.0 text/plain',
    ])
    expect(await codeOf(ask(kitOf({})))).toBe('read-unavailable')
    const features: Features = { request: async ({ method, params }) => [method, params] }
    const w = wallet('w', ['alpha'], { features })
    const alpha = adapter('alpha', [w])
    const kit = createKit({ adapters: [alpha], storage: null })
    kit.subscribe(() => undefined)
    await connect(kit, { connector: 'w' })
    expect(await ask(kit)).toEqual(['m', [1]])
  })

  test('behavior: a wallet that knows nothing of REST reads is no source of them', async () => {
    const refuse = () => Promise.reject(new LatchkeyError('rpc-method-not-found'))
    const connected = async (nodes: 'rest' | undefined) => {
      const w = wallet('w', ['alpha'], { features: { request: refuse } })
      const alpha = adapter('alpha', [w])
      const kit = createKit({ adapters: [{ ...alpha, ...(nodes && { nodes }) }], storage: null })
      kit.subscribe(() => undefined)
      await connect(kit, { connector: 'w' })
      return kit
    }
    await expect(ask(await connected('rest'))).rejects.toMatchObject({
      code: 'read-unavailable',
      cause: { code: 'rpc-method-not-found' },
    })
    expect(await codeOf(ask(await connected(undefined)))).toBe('rpc-method-not-found')
  })
})

describe('fetchJson', () => {
  test('parameters: timeoutMs and signal', async () => {
    const server = await serve(() => undefined)
    expect(await codeOf(fetchJson(server.url, { timeoutMs: 50 }))).toBe('gateway-timeout')
    expect(await codeOf(fetchJson(server.url, { signal: AbortSignal.timeout(30) }))).toBe('aborted')
  })

  test('behavior: an endless answer is cut off', async () => {
    const server = await serve((_, response) => {
      const more = (): void => {
        if (!response.destroyed) response.write('x'.repeat(1 << 20), () => more())
      }
      more()
    })
    expect(await codeOf(fetchJson(server.url))).toBe('gateway-answer-invalid')
  })

  test('behavior: nobody there', async () => {
    expect(await codeOf(fetchJson('http://127.0.0.1:1/'))).toBe('gateway-unreachable')
  })
})

describe('balancesQuery', () => {
  const entry = {
    name: 'Coin',
    symbol: 'COIN',
    chainId: 'alpha:1',
    price: 1e-7,
    quantity: { decimals: '18', numeric: '1.5' },
  }
  const token = {
    ...entry,
    symbol: 'T',
    address: 'alpha:1:t1',
    quantity: { decimals: '6', numeric: '2' },
  }
  const gatewayOf = (
    balances: Handle,
  ): Promise<{ readonly url: string; readonly seen: string[] }> =>
    serve((request, ...rest) =>
      (request.url?.startsWith('/v1/supported') ? json({ http: ['alpha:1'], ws: [] }) : balances)(
        request,
        ...rest,
      ),
    )

  test('default: the gateway’s, native first, what cannot be believed left out', async () => {
    const gateway = await gatewayOf(
      json({ balances: [token, entry, { ...token, chainId: 'alpha:2' }, { symbol: '<b>' }, null] }),
    )
    const kit = kitOf({ gateway: { url: gateway.url, project: 'p' } })
    const { queryFn, queryKey, staleTime } = balancesQuery(kit, { account: 'alpha:1:a1' })
    expect(await queryFn()).toEqual([
      {
        asset: { id: 'alpha:1/slip44:60', name: 'Coin', symbol: 'COIN', decimals: 18 },
        amount: 15n * 10n ** 17n,
        price: '0.0000001',
      },
      {
        asset: { id: 'alpha:1/tok:t1', name: 'Coin', symbol: 'T', decimals: 6 },
        amount: 2_000_000n,
        price: '0.0000001',
      },
    ])
    await queryFn()
    expect(gateway.seen.filter((line) => line.includes('supported-chains'))).toHaveLength(1)
    expect(gateway.seen[1]).toContain(
      '/v1/account/a1/balance?currency=usd&chainId=alpha%3A1&projectId=p',
    )
    expect([queryKey.slice(0, 3), staleTime]).toEqual([['latchkey', 'default', 'balances'], 30_000])
    const settled = { id: 't', chain: 'alpha:1', settledAt: Date.now() }
    const state = { ...kit.getState(), transactions: { t: settled } } as unknown as ReturnType<
      Kit['getState']
    >
    await balancesQuery({ ...kit, getState: () => state }, { account: 'alpha:1:a1' }).queryFn()
    expect(gateway.seen.at(-1)).toContain('&forceUpdate=alpha%3A1&')
  })

  test('behavior: with the gateway down, or serving another chain, from the chain', async () => {
    for (const url of ['http://127.0.0.1:1', (await serve(json({ http: [], ws: [] }))).url]) {
      const kit = kitOf({ gateway: { url, project: 'p' } })
      expect(await balancesQuery(kit, { account: 'alpha:1:a1' }).queryFn()).toMatchObject([
        { amount: 100n },
      ])
    }
  })

  test('behavior: a list of chains in which nothing is a chain is not kept: asked again, all is there', async () => {
    const lists: unknown[] = [{ http: [null, 7, {}] }, { http: ['x'] }, { http: ['alpha:1', null] }]
    const gateway = await serve((request, ...rest) =>
      (request.url?.startsWith('/v1/supported')
        ? json(lists.shift())
        : json({ balances: [entry, token] }))(request, ...rest),
    )
    const { queryFn } = balancesQuery(kitOf({ gateway: { url: gateway.url, project: 'p' } }), {
      account: 'alpha:1:a1',
    })
    expect(await queryFn()).toMatchObject([{ amount: 100n }])
    expect(await queryFn()).toMatchObject([{ amount: 100n }])
    expect((await queryFn()).map(({ asset }) => asset.symbol)).toEqual(['COIN', 'T'])
  })

  test('behavior: a failure blocks the next try', async () => {
    const kit = kitOf({})
    kit.alpha.read.balances = () => Promise.reject(new Error('down'))
    const { queryFn } = balancesQuery(kit, { account: 'alpha:1:a1' })
    expect(await codeOf(queryFn())).toBe('balance-unavailable')
    expect(await codeOf(queryFn())).toBe('balance-retry-blocked')
  })
})

describe('walletsQuery', () => {
  test('default: what could run in the page is left out', async () => {
    const listed = {
      id: 'x',
      name: 'X',
      mobile_link: 'javascript:alert(1)',
      desktop_link: 'x-wallet://',
      homepage: 'http://x',
      app_store: 'https://apps',
      color: 'red',
      rdns: 'io.x',
      chains: [1],
    }
    const gateway = await serve(json({ count: 2, data: [listed, { id: 1 }, null] }))
    const kit = kitOf({ gateway: { url: gateway.url, project: 'p' } })
    expect(await walletsQuery(kit, { page: 1, search: ' x ' }).queryFn()).toEqual({
      count: 2,
      data: [
        {
          id: 'x',
          name: 'X',
          desktop_link: 'x-wallet://',
          app_store: 'https://apps',
          rdns: 'io.x',
        },
      ],
    })
    expect(gateway.seen[0]).toContain('/getWallets?page=1&entries=100&search=x&chains=alpha%3A1')
  })

  test('behavior: without a gateway nothing is asked', async () => {
    const kit = kitOf({})
    expect(await walletsQuery(kit, { page: 1 }).queryFn()).toEqual({ count: 0, data: [] })
    expect(await featuresQuery(kit).queryFn()).toBeNull()
    expect(await supportedChainsQuery(kit).queryFn()).toEqual({ http: [], ws: [] })
    expect(await identityQuery(kit, { account: 'alpha:1:a1' }).queryFn()).toEqual({
      name: null,
      avatar: null,
    })
  })
})

describe('featuresQuery', () => {
  test('default', async () => {
    const features = [
      { id: 'a', isEnabled: true, config: ['b', 1] },
      { id: 'c', isEnabled: false, config: null },
      { id: 2 },
    ]
    const gateway = await serve(json({ features }))
    expect(
      await featuresQuery(kitOf({ gateway: { url: gateway.url, project: 'p' } })).queryFn(),
    ).toEqual([
      { id: 'a', isEnabled: true, config: ['b'] },
      { id: 'c', isEnabled: false, config: null },
    ])
  })
})
