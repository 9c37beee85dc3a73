import { errorBodySchema } from '@latchkey/protocol/schema'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '../ports/route.ts'
import { account, chainId, configOf, makeGateway } from '../test/make-gateway.ts'

const refused = async (response: Response) =>
  errorBodySchema.parse(await response.json()).reasons[0]

describe('createGateway', () => {
  test('default', async () => {
    const { app } = makeGateway()
    const response = await app.request('/v1/supported-chains')
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('public, max-age=86400, s-maxage=86400')
    expect(response.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
    expect(await response.json()).toEqual({ http: [chainId], ws: [] })
  })

  test('behavior: an unknown project is refused on every call that needs one', async () => {
    const { app } = makeGateway()
    const paths = [
      '/projects/v1/origins',
      '/appkit/v1/config',
      '/getAnalyticsConfig',
      '/getWallets',
      '/getWalletImage/metamask',
      '/public/getAssetImage/a',
      '/public/getTokenImage/a',
      '/public/getCurrencyImage/a',
      '/v1/image?url=https://a.example',
      `/v1/identity/${account}`,
      `/v1/account/${account}/balance?currency=usd`,
      ...['tokens', 'quotes', 'allowance', 'gas-price', 'build-approve'].map(
        (call) => `/v1/convert/${call}`,
      ),
    ]
    for (const path of paths) {
      for (const id of ['', `${path.includes('?') ? '&' : '?'}projectId=other`]) {
        const response = await app.request(path + id)
        expect({ path, status: response.status }).toEqual({ path, status: 401 })
        expect(await refused(response)).toEqual({
          field: 'authentication',
          description: 'We failed to authenticate your request',
        })
      }
    }
    for (const path of [
      `/v1?chainId=${chainId}`,
      '/v1/convert/build-transaction',
      '/auth/v1/otp',
    ]) {
      expect((await app.request(path, { method: 'POST', body: '{}' })).status).toBe(401)
    }
    expect((await app.request('/health')).status).toBe(200)
  })

  test('behavior: on POST the project may stand in the body', async () => {
    const { app } = makeGateway()
    const post = (body: object) =>
      app.request('/v1?chainId=eip155:5', { method: 'POST', body: JSON.stringify(body) })
    expect((await post({ projectId: 'shop' })).status).toBe(400)
    expect((await post({ projectId: 'other' })).status).toBe(401)
  })

  test('behavior: pages of foreign origins are refused, except by the origins call', async () => {
    const { app } = makeGateway()
    const from = async (origin: string, path = '/getAnalyticsConfig') => {
      const response = await app.request(`${path}?projectId=shop`, { headers: { origin } })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      return response.status
    }
    expect(await from('http://localhost:4300')).toBe(403)
    expect(await from('https://www.shop.example')).toBe(200)
    expect(await from('https://evil.example')).toBe(403)
    expect(await from('null')).toBe(403)
    expect(await from('https://evil.example', '/projects/v1/origins')).toBe(200)
  })

  test('behavior: too many calls are refused per route, with the time to wait', async () => {
    const { app } = makeGateway({
      config: configOf(['http://n.example'], { rateLimit: { capacity: 2, refillPerSecond: 0.1 } }),
    })
    const statuses = []
    for (let call = 0; call < 3; call++) {
      statuses.push((await app.request('/v1/supported-chains')).status)
    }
    expect(statuses).toEqual([200, 200, 429])
    const response = await app.request('/v1/supported-chains')
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(9)
    expect((await refused(response))?.field).toBe('rate_limited')
    expect((await app.request('/openapi.json')).status).toBe(200)
    // Probes are counted against nobody.
    for (let probe = 0; probe < 10; probe++) {
      expect((await app.request('/health')).status).toBe(200)
    }
  })

  test('behavior: one project alone takes no more than its share, whoever asks', async () => {
    const callers = { at: 0 }
    const { app } = makeGateway({
      config: configOf(['http://n.example'], {
        projectRateLimit: { capacity: 3, refillPerSecond: 0.1 },
      }),
      callerOf: () => `203.0.113.${callers.at++}`,
    })
    const ask = (path: string) => app.request(path)
    for (let call = 0; call < 3; call++) {
      expect((await ask('/getAnalyticsConfig?projectId=shop')).status).toBe(200)
    }
    const response = await ask('/getWallets?projectId=shop')
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(9)
    expect(await refused(response)).toEqual({
      field: 'address',
      description: "Project's quota limit reached",
    })
    expect((await ask('/v1/supported-chains')).status).toBe(200)
    expect((await ask('/getWallets?projectId=other')).status).toBe(401)
  })

  test('parameters: buckets', async () => {
    const asked: string[] = []
    const bucket = (name: string, wait: number) => ({
      take: async (key: string) => {
        asked.push(`${name} ${key}`)
        return wait
      },
    })
    const { app } = makeGateway({
      buckets: { caller: bucket('caller', 0), project: bucket('project', 7) },
    })
    const response = await app.request('/getWallets?projectId=shop')
    expect([response.status, response.headers.get('retry-after')]).toEqual([429, '7'])
    expect(asked).toEqual([expect.stringMatching(/^caller .* GET \/getWallets$/), 'project shop'])
    const closed = makeGateway({
      buckets: { caller: bucket('caller', 9), project: bucket('project', 0) },
    })
    expect((await closed.app.request('/v1/supported-chains')).headers.get('retry-after')).toBe('9')
  })

  test('behavior: a network of 64 bits is one caller', async () => {
    const callers = { at: 0 }
    const { app } = makeGateway({
      config: configOf(['http://n.example'], { rateLimit: { capacity: 2, refillPerSecond: 0.1 } }),
      callerOf: () => `2001:db8:0:7::${callers.at++}`,
    })
    const statuses = []
    for (let call = 0; call < 3; call++) {
      statuses.push((await app.request('/v1/supported-chains')).status)
    }
    expect(statuses).toEqual([200, 200, 429])
  })

  test('behavior: a body beyond the limit is refused, with and without a stated length', async () => {
    const { app } = makeGateway({
      config: configOf(['http://n.example'], { rpc: { maxRequestBytes: 1024 } }),
    })
    const body = 'x'.repeat(1025)
    const url = `/v1?projectId=shop&chainId=${chainId}`
    const stated = await app.request(url, {
      method: 'POST',
      body,
      headers: { 'content-length': '1025' },
    })
    expect(stated.status).toBe(413)
    const streamed = {
      method: 'POST',
      body: new Blob([body]).stream(),
      duplex: 'half',
    } as RequestInit
    expect((await app.request(url, streamed)).status).toBe(413)
  })

  test('behavior: an own answer that breaks its shape is a 500 in development, and always logged', async () => {
    const broken = defineRoute({
      method: 'GET',
      paths: ['/broken'],
      access: 'open',
      answer: z.object({ a: z.number() }),
      handle: () => ({ json: { a: 'x' } }),
    })
    const development = makeGateway({ extraRoutes: [broken] })
    expect((await development.app.request('/broken')).status).toBe(500)
    expect(development.logged.join()).toContain('answer breaks its own shape')
    const production = makeGateway({ extraRoutes: [broken], isDevelopment: false })
    expect((await production.app.request('/broken')).status).toBe(200)
    expect(production.logged.join()).toContain('answer breaks its own shape')
  })

  test('behavior: an unforeseen error says nothing of itself', async () => {
    const thrown = defineRoute({
      method: 'GET',
      paths: ['/thrown'],
      access: 'open',
      handle: () => {
        throw new Error('secret place')
      },
    })
    const { app, logged } = makeGateway({ extraRoutes: [thrown] })
    const response = await app.request('/thrown')
    expect([response.status, await response.text()]).toEqual([500, 'Internal server error'])
    expect(logged.join()).toMatch(/"name":"Error".*create-gateway\.test\.ts.*"message":"failed"/)
    expect(logged.join()).not.toContain('secret place')
  })

  test.each([
    ['PostgreSQL is not there', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['PostgreSQL is going', Object.assign(new Error('terminating connection'), { code: '57P01' })],
    ['a statement was cut off', Object.assign(new Error('canceling statement'), { code: '57014' })],
    ['no connection came free', new Error('timeout exceeded when trying to connect')],
  ])('behavior: where %s the answer is a 503 with a time to come again', async (_, cause) => {
    const find = async () => {
      throw Object.assign(new Error('Failed query: select secret'), { cause })
    }
    const { app, logged } = makeGateway({ projects: { find } })
    const response = await app.request('/getWallets?projectId=shop')
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await refused(response))?.description).toContain('does not answer at the moment')
    expect(logged.join()).not.toContain('secret')
  })

  test('behavior: where no node answers the answer says when to come again', async () => {
    const { app } = makeGateway({ fetchNode: async () => Promise.reject(new Error('down')) })
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' })
    const response = await app.request(`/v1?projectId=shop&chainId=${chainId}`, {
      method: 'POST',
      body,
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
  })

  test('behavior: the log holds no address, query or project', async () => {
    const { app, logged } = makeGateway()
    await app.request(`/v1/account/${account}/balance?projectId=shop&currency=zzz`)
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain('/v1/account/:address/balance')
    expect(logged[0]).not.toMatch(/f39F|shop|zzz/)
  })

  test('behavior: bad queries name their field', async () => {
    const { app } = makeGateway()
    const field = async (path: string) => {
      const response = await app.request(path)
      return [response.status, (await refused(response))?.field]
    }
    expect(await field(`/v1/account/${account}/balance?projectId=shop&currency=zzz`)).toEqual([
      400,
      'currency',
    ])
    expect(
      await field(`/v1/account/${account}/balance?projectId=shop&currency=usd&chainId=5`),
    ).toEqual([400, 'chainId'])
    expect(await field('/v1/account/0x12/balance?projectId=shop&currency=usd')).toEqual([
      400,
      'address',
    ])
    expect(await field('/v1/identity/0x12?projectId=shop')).toEqual([400, 'address'])
    expect(await field('/nothing')).toEqual([404, ''])
  })

  test('behavior: who asks for JSON-RPC by GET is told how it is asked', async () => {
    const { app } = makeGateway()
    const told = await app.request(`/v1?chainId=${chainId}`)
    expect([told.status, told.headers.get('allow')]).toEqual([405, 'POST'])
    const { description } = (await refused(told)) ?? {}
    expect(description).toMatch(/by POST.*not served over WebSocket/)
    const socket = await app.request('/ws', {
      headers: { connection: 'upgrade', upgrade: 'websocket' },
    })
    expect([socket.status, await refused(socket)]).toEqual([404, { field: '', description }])
  })
})
