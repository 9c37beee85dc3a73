import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  addresses,
  devnetChain,
  devnetTokens,
  type EvmDevnet,
  startEvmDevnet,
} from '@latchkey/devnet'
import { type Mailbox, type Message, startMailbox } from '@latchkey/devnet/mailbox'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type AnswerFaults,
  answerFaults,
  type Operation,
  type ServedDocument,
} from '../../test/answer-faults.ts'
import { type Answerable, answerable, answerableConfig } from '../../test/answerable.ts'
import { arbitraryOf, hostileTexts } from '../../test/arbitrary-of.ts'
import { account, chainId } from '../../test/make-gateway.ts'
import { sandboxStub } from '../../test/sandbox-stub.ts'
import { type PostgresServer, startPostgres } from '../../test/start-postgres.ts'
import { type RunningGateway, startGateway } from '../hosts/node.ts'

const folder = mkdtempSync(join(tmpdir(), 'latchkey-fuzz-'))
const made: {
  server?: PostgresServer
  devnet?: EvmDevnet
  node?: Server
  sandbox?: Awaited<ReturnType<typeof sandboxStub>>
  mailbox?: Mailbox
  gateway?: RunningGateway
  document?: ServedDocument
  /**
   * Parameters of the calls about an order, by path; the order is made after the gateway has
   * started.
   */
  orders?: Readonly<Record<string, Answerable>>
} = {}
const operatorToken = 'lko_test_0123456789abcdefghijklmnop'
const answerOf = (path: string): Answerable | undefined => made.orders?.[path] ?? answerable[path]
const runs = Number(process.env.LATCHKEY_FUZZ_RUNS || 60)

/** A real node, of whose answers every seventh is spoilt. */
function startNode(real: string): Promise<Server> {
  const state = { calls: 0 }
  const node = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', async () => {
      const body = Buffer.concat(chunks).toString()
      const kinds = [
        '<html>',
        '{"jsonrpc":"2.0","id":1,"result":null}',
        '{"jsonrpc":"2.0","id":1,"result":"0x"}',
        '[]',
      ]
      if (state.calls++ % 7 === 6) return response.end(kinds[state.calls % kinds.length])
      try {
        const answer = await fetch(real, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        })
        response.end(await answer.text())
      } catch {
        // Who asked has ended meanwhile, and the node with it.
        response.destroy()
      }
    })
  })
  return new Promise((resolve) => node.listen(0, '127.0.0.1', () => resolve(node)))
}

beforeAll(async () => {
  const [server, devnet] = await Promise.all([startPostgres(), startEvmDevnet()])
  const node = await startNode(devnet.url)
  const sandbox = await sandboxStub(7)
  const mailbox = await startMailbox()
  Object.assign(made, { server, devnet, node, sandbox, mailbox })
  const many = { capacity: 1e9, refillPerSecond: 1e9 }
  const smtp = { ...mailbox.smtp, from: 'fuzz@gateway.example' }
  const rpcUrls = [`http://127.0.0.1:${(node.address() as AddressInfo).port}`, devnet.url]
  const chains = [{ ...devnetChain(), rpcUrls, index: { fromBlock: 0, pollMs: 200 } }]
  const features = [{ id: 'swap', isEnabled: true, config: ['a'] }]
  const projects = [{ id: 'demo', analytics: true, origins: ['https://shop.example'], features }]
  const config = {
    ...answerableConfig(sandbox.url),
    chains,
    tokens: devnetTokens,
    projects,
    rateLimit: many,
    projectRateLimit: many,
    orders: { pollMs: 1_000 },
    emailCapture: { smtp, mailsPerAddress: 1_000, mailRate: { caller: many, project: many } },
    signIn: {},
  }
  writeFileSync(join(folder, 'latchkey.json'), JSON.stringify(config))
  const env = {
    LATCHKEY_GATEWAY_LOG: 'silent',
    LATCHKEY_OPERATOR_TOKEN: operatorToken,
    DATABASE_URL: await server.createDatabase(),
  }
  made.gateway = await startGateway({ dataDir: folder, port: 0, env })
  made.document = await (await fetch(`${made.gateway.url}/openapi.json`)).json()
})
afterAll(async () => {
  await made.gateway?.stop()
  made.node?.closeAllConnections()
  made.node?.close()
  made.sandbox?.stop()
  await made.mailbox?.stop()
  await made.devnet?.stop()
  await made.server?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes an order, and returns the parameters of the calls about it, by path. */
async function makeOrder(url: string): Promise<Readonly<Record<string, Answerable>>> {
  const post = async (path: string, bearer: string, body: object): Promise<unknown> => {
    const headers = { authorization: `Bearer ${bearer}` }
    const response = await fetch(url + path, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    })
    return response.json()
  }
  const path = '/operator/v1/projects/demo/secrets'
  const { secret } = (await post(path, operatorToken, { label: 'fuzz' })) as { secret: string }
  const accepts = [{ asset: `${chainId}/slip44:60`, to: account, amount: '1' }]
  const made: { id?: string } = {}
  // Making the order is repeated, because the node's faulty answers can make the gateway refuse it.
  await expect
    .poll(async () => {
      Object.assign(made, await post('/v1/orders', secret, { accepts }))
      return made.id
    })
    .toBeDefined()
  const places = { path: { id: made.id ?? '' } }
  return {
    '/v1/orders': {
      headers: { authorization: `Bearer ${secret}` },
      bodies: async () => [{ accepts }],
    },
    '/v1/orders/{id}': places,
    '/v1/orders/{id}/payments': {
      ...places,
      bodies: async () => [{ chain: chainId, hash: `0x${'ab'.repeat(32)}` }],
    },
  }
}

/** What is sent: mostly as the document says, with a part of it spoilt now and then. */
interface Sent {
  readonly path: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly origin: string | undefined
}

const [coin, token, pooled] = [`0x${'e'.repeat(40)}`, addresses.usdc, addresses.latch].map(
  (one) => `${chainId}:${one}`,
) as [string, string, string]
const holder = `${chainId}:${account}`
const useful: Readonly<Record<string, readonly string[]>> = {
  address: [account, account.toLowerCase(), '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'],
  chainId: [chainId, 'eip155:1'],
  projectId: ['demo'],
  cursor: [''],
  onramp: ['coinbase'],
  amount: ['1000000', '1', '0', '9'.repeat(78)],
  from: [token, pooled, coin],
  to: [pooled, coin, token],
  tokenAddress: [token, coin],
  userAddress: [holder, account],
  offerId: ['zeroex/1/1'],
  id: ['metamask', chainId],
  'x-otp': ['0b7e6a0e-6d4c-4d0c-9a52-0f6a1f3c9a11'],
}
const hostile = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.string({ unit: 'binary', maxLength: 30 }),
)

function textFor({ name, schema }: Operation['parameters'][number]): fc.Arbitrary<string> {
  const known = useful[name]
  const usual = known ? fc.constantFrom(...known) : arbitraryOf(schema).map(String)
  return fc.oneof({ arbitrary: usual, weight: known ? 14 : 6 }, { arbitrary: hostile, weight: 1 })
}

function sentFor(path: string, { parameters, requestBody }: Operation): fc.Arbitrary<Sent> {
  const of = (place: 'path' | 'query' | 'header') => parameters.filter((one) => one.in === place)
  const recordOf = (place: 'path' | 'query' | 'header') =>
    fc.record(Object.fromEntries(of(place).map((one) => [one.name, textFor(one)])), {
      requiredKeys: of(place)
        .filter(({ required, name }) => required || name === 'projectId')
        .map(({ name }) => name),
    })
  const schema = requestBody?.content['application/json']?.schema
  const good = schema
    ? arbitraryOf(schema).map((value) => JSON.stringify(value))
    : fc.constant(undefined)
  const bad = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.constantFrom(
      '',
      '{',
      '[',
      'null',
      '"\\u0000"',
      '{"a":"\\u0000"}',
      '[{"type":"\\ud800"}]',
      '['.repeat(5_000),
    ),
  )
  const body = schema
    ? fc.oneof({ arbitrary: good, weight: 4 }, { arbitrary: bad, weight: 1 })
    : good
  const origin = fc.constantFrom(
    undefined,
    undefined,
    undefined,
    'https://shop.example',
    'https://shop.example',
    'https://evil.example',
    'null',
  )
  const places = { ...answerOf(path)?.path }
  const queries = { projectId: 'demo', ...answerOf(path)?.query }
  const drawn = fc.record({
    path: recordOf('path'),
    query: recordOf('query'),
    headers: recordOf('header'),
    body,
    origin,
  }) as fc.Arbitrary<Sent>
  // Half of the time all but one part is as it should be.
  const near = drawn.map(
    (sent) =>
      ({
        ...sent,
        path: places,
        query: queries,
        headers: { ...sent.headers, ...answerOf(path)?.headers },
      }) as Sent,
  )
  return answerOf(path) ? fc.oneof(drawn, near) : drawn
}

/** Half a surrogate pair goes over no wire. */
const wellFormed = (text: string): string => Buffer.from(text).toString()
/** Nothing else leaves a client. */
const fitsHeader = ([, text]: readonly [string, string]): boolean => /^[\x20-\x7e]*$/.test(text)
const encode = (text: string): string => encodeURIComponent(wellFormed(text))

async function send(
  method: string,
  path: string,
  { path: places, query, headers = {}, body, origin }: Sent,
): Promise<Response> {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encode(places[name] ?? ''))
  const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value)}`)
  return fetch(`${made.gateway?.url}${filled}?${search.join('&')}`, {
    method: method.toUpperCase(),
    headers: {
      ...Object.fromEntries(Object.entries(headers).filter(fitsHeader)),
      ...(origin ? { origin } : {}),
    },
    ...(body === undefined || method === 'get' ? {} : { body: wellFormed(body) }),
  })
}

/**
 * Whether this gateway can answer an operation successfully in this test. It has no pictures, and
 * the proof of a sign-in has to be made from an earlier answer.
 */
function isServed(path: string, { responses }: Operation): boolean {
  return (
    !/Image|v1\/image|sign-in\/\{project\}\/verify/.test(path) &&
    Object.keys(responses).some((status) => Number(status) < 300)
  )
}

/** A code is read from a mail: what takes it cannot be made from the document alone. */
async function confirmedStatus(): Promise<number> {
  const path = '/auth/v1/otp'
  const usual = { path: {}, query: { projectId: 'demo' }, origin: undefined }
  const asked = { email: 'confirmed@mail.example', account: holder }
  const { uuid } = (await (
    await send('post', path, { ...usual, body: JSON.stringify(asked) })
  ).json()) as {
    uuid: string
  }
  const held: { code?: string | undefined } = {}
  const read = async (): Promise<boolean> => {
    const [mail] = (await (
      await fetch(`${made.mailbox?.url}/api/messages?to=${asked.email}`)
    ).json()) as Message[]
    held.code = /\d{6}/.exec(mail?.text ?? '')?.[0]
    return held.code !== undefined
  }
  await expect.poll(read, { timeout: 10_000 }).toBe(true)
  const { code } = held
  return (
    await send('put', path, {
      ...usual,
      headers: { 'x-otp': uuid },
      body: JSON.stringify({ code }),
    })
  ).status
}

/** A path that means something else to every HTTP client. */
const isOtherPath = (sent: Sent): boolean =>
  Object.values(sent.path).some((text) => /^\.{0,2}$/.test(text))

describe('requests made from the served document', () => {
  test('default', async () => {
    made.orders = await makeOrder(made.gateway?.url as string)
    const document = made.document as ServedDocument
    const faultsOf = answerFaults(document)
    const seen = new Map<string, Set<number>>()
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
    )
    expect(operations.length).toBeGreaterThan(15)
    const plainly = (path: string) => ({
      path: { address: account, id: 'a', ...answerOf(path)?.path },
      query: { projectId: 'demo', currency: 'usd', ...answerOf(path)?.query },
      headers: { ...answerOf(path)?.headers },
    })
    for (const { path, method, operation } of operations) {
      const statuses = new Set<number>()
      // The index begins while the gateway already answers; a spoilt answer of the node is a 503 in
      // between.
      if (method === 'get' && isServed(path, operation))
        await expect
          .poll(
            async () =>
              statuses.add(
                (await send(method, path, { ...plainly(path), body: undefined, origin: undefined }))
                  .status,
              ),
            { timeout: 60_000, message: path },
          )
          .toContain(200)
      if (method === 'put') statuses.add(await confirmedStatus())
      seen.set(`${method} ${path}`, statuses)
      const bodies = async () =>
        method === 'post' ? ((await answerOf(path)?.bodies?.()) ?? []) : []
      for (const at of (await bodies()).keys()) {
        // Made anew for each try: what is signed in the second of the message before it changes
        // nothing.
        const status = async (): Promise<number> => {
          const sent = {
            ...plainly(path),
            body: JSON.stringify((await bodies())[at]),
            origin: answerable[path]?.origin,
          }
          return (await send(method, path, sent)).status
        }
        await expect.poll(status, { message: path }).toBeLessThan(300)
        statuses.add(200)
      }
      if (operation.responses['401']) {
        const response = await send(method, path, {
          path: { ...plainly(path).path, ...(path.includes('{project}') && { project: 'no' }) },
          query: {},
          body: '{}',
          origin: undefined,
        })
        expect([path, response.status, await faultsOf(operation, response)]).toEqual([
          path,
          401,
          [],
        ])
      }
      await fc.assert(
        fc.asyncProperty(sentFor(path, operation), async (sent) => {
          fc.pre(!isOtherPath(sent))
          const response = await send(method, path, sent)
          statuses.add(response.status)
          expect(await faultsOf(operation, response)).toEqual([])
        }),
        { numRuns: runs },
      )
    }
    // Not only refused: whatever can be answered here was.
    for (const { path, method, operation } of operations) {
      const statuses = seen.get(`${method} ${path}`) ?? new Set()
      if (isServed(path, operation))
        expect([method, path, [...statuses].some((status) => status < 300)]).toEqual([
          method,
          path,
          true,
        ])
    }
  }, 240_000)
})

describe('answerFaults', () => {
  const check = (response: Response): ReturnType<AnswerFaults> => {
    const document = made.document as ServedDocument
    return answerFaults(document)(
      document.paths['/v1/supported-chains']?.get as Operation,
      response,
    )
  }
  const json = { 'content-type': 'application/json', 'x-request-id': crypto.randomUUID() }

  test('behavior: finds answers that the document does not describe', async () => {
    const good = JSON.stringify({ http: ['eip155:1'], ws: [] })
    expect(await check(new Response(good, { headers: json }))).toEqual([])
    expect(
      await check(new Response(JSON.stringify({ http: ['1'], ws: [] }), { headers: json })),
    ).toHaveLength(1)
    expect(await check(new Response(JSON.stringify({ http: [] }), { headers: json }))).toHaveLength(
      1,
    )
    expect(
      await check(new Response(good, { headers: { 'content-type': 'application/json' } })),
    ).toHaveLength(1)
    expect(
      await check(new Response(good, { headers: { ...json, 'content-type': 'text/html' } })),
    ).toHaveLength(1)
    expect(await check(new Response('Internal server error', { status: 500 }))).toHaveLength(1)
    expect(await check(new Response(good, { status: 404, headers: json }))).toHaveLength(1)
    const limited = { status: 'FAILED', reasons: [{ field: 'a', description: 'b' }] }
    const headers = { ...json, 'retry-after': '3' }
    expect(await check(new Response(JSON.stringify(limited), { status: 429, headers }))).toEqual([])
    expect(
      await check(new Response(JSON.stringify(limited), { status: 429, headers: json })),
    ).toHaveLength(1)
  })
})
