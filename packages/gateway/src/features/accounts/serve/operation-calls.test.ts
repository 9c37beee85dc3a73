import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { tokenBucket } from '../../../base/token-bucket.ts'
import { readConfig } from '../../../server/config/read-config.ts'
import { createVaultApp } from '../create-vault-app.ts'
import { type AskService, askService } from './ask-service.ts'
import { operationCalls } from './operation-calls.ts'

const chain = 'eip155:31337'
const key = 'marked-operator-key'
const origin = 'https://vault.example'
const point = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
const operation = { sender: `0x${'1'.repeat(40)}`, nonce: '0x0', callData: '0x', signature: '0x12' }
const hash = `0x${'a'.repeat(64)}`

type Behaviour = (body: string, response: ServerResponse, request: IncomingMessage) => void
const answering = (value: object): Behaviour => {
  return (_, response) => void response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, ...value }))
}

/** The operator's service, on loopback. */
const service = { behaviour: answering({ result: '0x1' }), asked: [] as string[], url: '' }
const server = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) {
    parts.push(part as Buffer)
  }
  const body = Buffer.concat(parts).toString()
  service.asked.push(body)
  service.behaviour(body, response, request)
})
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/${key}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  service.behaviour = answering({ result: '0x1' })
  service.asked.length = 0
})

function app({
  capacity = 1_000,
  ask = askService(),
  callerOf = () => 'caller',
}: {
  capacity?: number
  ask?: AskService
  callerOf?: () => string
} = {}) {
  const logged: string[] = []
  const note = (fields: object, message: string) =>
    void logged.push(JSON.stringify({ ...fields, message }))
  const { smart } = smartOf({ sponsor: service.url, sponsorContext: { policyId: 'p-1' } })
  const projects = {
    find: async (id: string) =>
      id === 'shop' ? { id, origins: [], features: [], isAnalyticsEnabled: false } : undefined,
  }
  const bucket = (most: number) => tokenBucket({ capacity: most, refillPerSecond: 0.01 })
  const buckets = { caller: bucket(capacity), sponsored: bucket(2), project: bucket(1_000) }
  const never = { read: () => Promise.reject(new Error()), use: () => Promise.reject(new Error()) }
  const made = createVaultApp({
    origin,
    bucket: bucket(1),
    openBucket: bucket(1),
    log: { info: note, error: note },
    calls: [],
    sessions: never,
    proofs: never,
    callerOf: () => 'caller',
    now: () => 0,
    pages: [operationCalls({ origin, smart, projects, callerOf, ask, buckets })],
  })
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) => {
    const text =
      typeof body === 'string'
        ? body
        : JSON.stringify({ jsonrpc: '2.0', id: 7, ...(body as object) })
    const json = { 'content-type': 'application/json', host: 'vault.example' }
    const answer = await made.request(`${origin}${path}`, {
      method: 'POST',
      body: text,
      headers: { ...json, ...headers },
    })
    return { status: answer.status, text: await answer.text(), headers: answer.headers }
  }
  const call = (method: string, params?: unknown, path = `/bundler/shop?chainId=${chain}`) =>
    post(path, { method, params })
  return { post, call, logged }
}

function smartOf(more: object) {
  const { vault } = readConfig(undefined).config
  const given = vault?.smart[chain]
  if (!given) throw new Error('the development vault knows no contracts')
  return { smart: { [chain]: { ...given, bundler: service.url, ...more } } }
}

describe('operationCalls', () => {
  test('default: the service is asked that method with those params, and its result comes back under the own id', async () => {
    const { call, post } = app()
    service.behaviour = answering({ result: { big: 1 } })
    const sent = await call('eth_sendUserOperation', [operation, point])
    expect([sent.status, sent.text]).toEqual([200, '{"jsonrpc":"2.0","id":7,"result":{"big":1}}'])
    expect(sent.headers.get('cache-control')).toBe('no-store')
    expect(sent.headers.get('access-control-allow-origin')).toBeNull()
    const asked = {
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_sendUserOperation',
      params: [operation, point],
    }
    expect(JSON.parse(service.asked[0] ?? '')).toEqual(asked)
    const raw = '{"jsonrpc":"2.0","id":1780000000000000001,"method":"eth_chainId"}'
    expect((await post(`/bundler/shop?chainId=${chain}`, raw)).text).toContain(
      '"id":1780000000000000001,',
    )
    for (const method of ['eth_getUserOperationReceipt', 'eth_getUserOperationByHash']) {
      expect((await call(method, [hash])).status).toBe(200)
    }
    expect(service.asked.length).toBe(4)
  })

  test('behavior: a sponsor is told what the operator says of itself, not what was sent', async () => {
    const { post } = app()
    const params = [operation, point, '0x7a69', { policyId: 'of somebody else' }]
    const answer = await post(`/sponsor/shop?chainId=${chain}`, {
      method: 'pm_getPaymasterStubData',
      params,
    })
    expect(answer.status).toBe(200)
    expect(JSON.parse(service.asked[0] ?? '').params).toEqual([
      operation,
      point,
      '0x7a69',
      { policyId: 'p-1' },
    ])
  })

  test('behavior: a method that is not in the list, or params of another shape, reach no service', async () => {
    const { call, post } = app()
    const codeOf = ({ text }: { text: string }) => JSON.parse(text).error?.code
    const methods = [
      'debug_bundler_dumpMempool',
      'eth_sendTransaction',
      'pm_getPaymasterData',
      'pm_sponsorUserOperation',
    ]
    for (const method of [...methods, 'eth_call', 'toString', '__proto__']) {
      expect([method, codeOf(await call(method, []))]).toEqual([method, -32_601])
    }
    const odd: readonly unknown[] = [
      undefined,
      [operation],
      [operation, `0x${'2'.repeat(40)}`],
      [operation, point, {}],
      [{ ...operation, initCode: '0x' }, point],
      [{ ...operation, eip7702Auth: {} }, point],
      [{ ...operation, sender: '0x1' }, point],
      [{ ...operation, callData: 'rm -rf' }, point],
    ]
    for (const params of odd) {
      expect([params, codeOf(await call('eth_sendUserOperation', params))]).toEqual([
        params,
        -32_602,
      ])
    }
    expect(codeOf(await call('eth_getUserOperationReceipt', ['0x12']))).toBe(-32_602)
    const other = [operation, point, '0x1', {}]
    expect(
      codeOf(
        await post(`/sponsor/shop?chainId=${chain}`, {
          method: 'pm_getPaymasterData',
          params: other,
        }),
      ),
    ).toBe(-32_602)
    expect(service.asked).toEqual([])
  })

  test('behavior: pages of other origins, other projects, chains and bodies are refused', async () => {
    const { post } = app()
    const path = `/bundler/shop?chainId=${chain}`
    const body = { method: 'eth_chainId' }
    const statusOf = async (at: string, sent: unknown, headers = {}) =>
      (await post(at, sent, headers)).status
    expect(await statusOf(path, body, { origin, 'sec-fetch-site': 'same-origin' })).toBe(200)
    expect(await statusOf(path, body, { origin: 'https://shop.example' })).toBe(403)
    for (const site of ['cross-site', 'same-site', 'none']) {
      expect(await statusOf(path, body, { 'sec-fetch-site': site })).toBe(403)
    }
    expect(await statusOf(path, body, { 'content-type': 'text/plain' })).toBe(415)
    expect(await statusOf(path, body, { host: 'other.example' })).toBe(421)
    const absent = ['/bundler/none?chainId=', '/bundler/a%2fb?chainId=', '/paymaster/shop?chainId=']
    for (const at of absent) {
      expect([at, await statusOf(at + chain, body)]).toEqual([at, 404])
    }
    for (const id of ['eip155:1', 'toString', '__proto__', '']) {
      expect([id, await statusOf(`/bundler/shop?chainId=${id}`, body)]).toEqual([id, 404])
    }
    for (const bad of [
      '[]',
      'x',
      '7',
      '[{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}]',
      '{"id":1}',
    ]) {
      expect([bad, await statusOf(path, bad)]).toEqual([bad, 400])
    }
    expect(
      await statusOf(
        path,
        `{"jsonrpc":"2.0","id":1,"method":"eth_chainId","x":"${'x'.repeat(70_000)}"}`,
      ),
    ).toBe(413)
    expect(service.asked.length).toBe(1)
  })

  test('behavior: a caller is slowed down, and sooner where the operator pays', async () => {
    const { call, post } = app({ capacity: 3 })
    const statuses = [1, 2, 3, 4].map(async () => (await call('eth_chainId')).status)
    expect((await Promise.all(statuses)).sort()).toEqual([200, 200, 200, 429])
    const params = [operation, point, '0x7a69', null]
    const paid = () =>
      post(`/sponsor/shop?chainId=${chain}`, { method: 'pm_getPaymasterData', params })
    expect([(await paid()).status, (await paid()).status]).toEqual([200, 200])
    const slow = await paid()
    expect([slow.status, Number(slow.headers.get('retry-after')) > 0]).toEqual([429, true])
  })
})

test('behavior: an account is sponsored no oftener through many addresses than through one, another one is', async () => {
  const callers = { at: 0 }
  const { post } = app({ callerOf: () => `203.0.113.${callers.at++}` })
  const paid = async (sender: string) => {
    const params = [{ ...operation, sender }, point, '0x7a69', null]
    return (await post(`/sponsor/shop?chainId=${chain}`, { method: 'pm_getPaymasterData', params }))
      .status
  }
  const [one, other] = [`0x${'a1'.repeat(20)}`, `0x${'b2'.repeat(20)}`]
  expect([await paid(one), await paid(`0x${'A1'.repeat(20)}`), await paid(one)]).toEqual([
    200, 200, 429,
  ])
  expect(await paid(other)).toBe(200)
  expect(service.asked).toHaveLength(3)
})

describe('what the service says', () => {
  test('behavior: its errors are said in our words, with the reason of EntryPoint', async () => {
    const { call, logged } = app()
    const message = `AA21 didn't pay prefund (${service.url})`
    service.behaviour = answering({ error: { code: -32_500, message, data: { url: service.url } } })
    const refused = await call('eth_sendUserOperation', [operation, point])
    expect(JSON.parse(refused.text).error).toEqual({
      code: -32_500,
      message: 'The bundler refuses this: AA21',
    })
    service.behaviour = answering({ error: { code: 1e15, message: service.url } })
    const odd = await call('eth_sendUserOperation', [operation, point])
    expect(JSON.parse(odd.text).error).toEqual({
      code: -32_603,
      message: 'The bundler refuses this',
    })
    expect([...logged, refused.text, odd.text].join()).not.toContain(key)
  })

  const odd: readonly (readonly [string, Behaviour])[] = [
    ['hangs up', (_, response) => response.destroy()],
    ['answers no JSON', (_, response) => void response.end(`<h1>${key}</h1>`)],
    [
      'answers bytes that are no text',
      (_, response) =>
        void response.end(Buffer.from('{"jsonrpc":"2.0","id":1,"result":"\xff"}', 'latin1')),
    ],
    [
      'answers another question',
      (_, response) => void response.end('{"jsonrpc":"2.0","id":2,"result":1}'),
    ],
    ['answers nothing', (_, response) => void response.end('{"jsonrpc":"2.0","id":1}')],
    [
      'answers a list',
      (_, response) => void response.end('[{"jsonrpc":"2.0","id":1,"result":1},{}]'),
    ],
    [
      'has our key wrong',
      (_, response) => void response.writeHead(401).end(`{"message":"${key} is unknown"}`),
    ],
    [
      'sends us elsewhere',
      (_, response) => void response.writeHead(307, { location: '/other' }).end(),
    ],
    [
      'answers more than fits',
      (_, response) =>
        void response.end(`{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(1_048_576)}"}`),
    ],
    ['answers without end', (_, response) => void response.write('{"jsonrpc":"2.0",')],
    ['never answers', () => undefined],
  ]
  test.each(odd)('behavior: one that %s is none', async (_, behaviour) => {
    const { call, logged } = app({ ask: askService(fetch, 300) })
    service.behaviour = behaviour
    const { status, text } = await call('eth_chainId')
    expect([status, JSON.parse(text).reasons?.[0]?.description]).toEqual([
      503,
      'The bundler does not answer',
    ])
    expect(text + logged.join()).not.toContain(key)
    expect(service.asked.length).toBe(1)
  })
})
