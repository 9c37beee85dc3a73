import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { entryPoint } from '@latchkey/protocol/vault'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tokenBucket } from '../../packages/gateway/src/base/token-bucket.ts'
import { createVaultApp } from '../../packages/gateway/src/features/accounts/create-vault-app.ts'
import { askService } from '../../packages/gateway/src/features/accounts/serve/ask-service.ts'
import { describeProject } from '../../packages/gateway/src/features/accounts/serve/describe-project.ts'
import { operationCalls } from '../../packages/gateway/src/features/accounts/serve/operation-calls.ts'
import { readConfig } from '../../packages/gateway/src/server/config/read-config.ts'
import { type Attempt, proveGuards } from './prove-guards.ts'

const [chain, origin, key] = [
  'eip155:31337',
  'https://vault.example',
  'marked-operator-key',
] as const
const operation = { sender: `0x${'1'.repeat(40)}`, nonce: '0x0', callData: '0x', signature: '0x12' }

/** The operator's service, and what else stands on that machine. */
const service = {
  url: '',
  asked: [] as string[],
  inside: 0,
  say: (response: ServerResponse): void =>
    void response.end('{"jsonrpc":"2.0","id":1,"result":"0x1"}'),
}
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request) {
    parts.push(part as Buffer)
  }
  if (request.url === '/inside') {
    service.inside += 1
    response.end('{"jsonrpc":"2.0","id":1,"result":"secret"}')
    return
  }
  service.asked.push(Buffer.concat(parts).toString())
  service.say(response)
}
const server = createServer((request, response) => void answer(request, response))
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2/${key}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

/** The gateway's configuration, with that service for both. */
function configured() {
  const { config } = readConfig(undefined)
  const given = config.vault?.smart[chain]
  if (!config.vault || !given) throw new Error('the development vault knows no contracts')
  const own = {
    ...given,
    bundler: service.url,
    sponsor: service.url,
    sponsorContext: { policyId: 'operators' },
  }
  return { ...config, vault: { ...config.vault, origin, smart: { [chain]: own } } }
}

/** The vault's origin anew; what its page is answered, and whether the service was asked. */
function gateway() {
  Object.assign(service, { asked: [], inside: 0 })
  const bucket = (capacity: number) => tokenBucket({ capacity, refillPerSecond: 0.01 })
  const never = { read: () => Promise.reject(new Error()), use: () => Promise.reject(new Error()) }
  const project = { id: 'shop', origins: [], features: [], isAnalyticsEnabled: false }
  const common = {
    origin,
    callerOf: ({ req }: { req: { header(name: string): string | undefined } }) =>
      req.header('x-caller') ?? '192.0.2.1',
  }
  const made = createVaultApp({
    ...common,
    bucket: bucket(1),
    openBucket: bucket(1),
    log: { info() {}, error() {} },
    calls: [],
    sessions: never,
    proofs: never,
    now: () => 0,
    pages: [
      operationCalls({
        ...common,
        smart: configured().vault.smart,
        ask: askService(),
        projects: { find: async (id) => (id === 'shop' ? project : undefined) },
        buckets: { caller: bucket(1_000), sponsored: bucket(2), project: bucket(1_000) },
      }),
    ],
  })
  return async (
    to: 'bundler' | 'sponsor',
    method: string,
    params: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await made.request(`${origin}/${to}/shop?chainId=${chain}`, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
      headers: { 'content-type': 'application/json', host: 'vault.example', ...headers },
    })
    return { status: response.status, text: await response.text() }
  }
}
/** Whether a question gets as far as the service. */
async function reaches(...question: Parameters<ReturnType<typeof gateway>>): Promise<boolean> {
  await gateway()(...question)
  return service.asked.length > 0
}
const send = ['bundler', 'eth_sendUserOperation'] as const
const pay = ['sponsor', 'pm_getPaymasterData'] as const

/** Whether the sponsor pays for more than it is asked to pay for in a row. */
async function arePaid(
  of: (at: number) => readonly [paid: typeof operation, headers?: Record<string, string>],
): Promise<boolean> {
  const call = gateway()
  const statuses: number[] = []
  for (let at = 1; at <= 3; at += 1) {
    const [paid, headers] = of(at)
    statuses.push((await call(...pay, [paid, entryPoint, '0x7a69', {}], headers)).status)
  }
  return statuses.every((status) => status === 200)
}

/** The service says that, once. */
async function saying(say: typeof service.say): Promise<string> {
  const usual = service.say
  service.say = say
  try {
    return (await gateway()('bundler', 'eth_chainId', [])).text
  } finally {
    service.say = usual
  }
}

const asked: readonly Attempt[] = [
  [
    'a page of another site has a visitor’s browser spend what the operator pays for',
    ['service-site', 'service-origin', 'service-type'],
    () => {
      // What a form or a beacon can send without being asked whether it may.
      const headers = {
        'sec-fetch-site': 'cross-site',
        origin: 'https://evil.example',
        'content-type': 'text/plain',
      }
      return reaches(...pay, [operation, entryPoint, '0x7a69', {}], headers)
    },
  ],
  [
    'a method that the operator offers nobody',
    ['service-method'],
    () => reaches('bundler', 'debug_bundler_dumpMempool', []),
  ],
  [
    'a field of another version names who makes the account',
    ['service-shape'],
    () => reaches(...send, [{ ...operation, initCode: '0x12' }, entryPoint]),
  ],
  [
    'another entry point',
    ['service-point'],
    () => reaches(...send, [operation, `0x${'2'.repeat(40)}`]),
  ],
  [
    'a payment on another chain',
    ['sponsor-chain'],
    () => reaches(...pay, [operation, entryPoint, '0x1', {}]),
  ],
  [
    'a policy of somebody else’s is named to the sponsor',
    ['sponsor-context'],
    async () => {
      await reaches(...pay, [operation, entryPoint, '0x7a69', { policyId: 'of somebody else' }])
      return service.asked.join().includes('of somebody else')
    },
  ],
  [
    'one caller has the sponsor pay without end, for an account after the other',
    ['service-rate'],
    () => arePaid((at) => [{ ...operation, sender: `0x${`${at}`.repeat(40)}` }]),
  ],
  [
    'one account has the sponsor pay without end, through an address after the other',
    ['service-sender'],
    () => arePaid((at) => [operation, { 'x-caller': `192.0.2.${at}` }]),
  ],
]

const said: readonly Attempt[] = [
  [
    'an error of the service tells the operator’s key',
    ['service-words'],
    async () => {
      const error = { code: -32_000, message: `AA21 at ${service.url}` }
      return (
        await saying(
          (response) => void response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, error })),
        )
      ).includes(key)
    },
  ],
  [
    'the service leads the gateway to an address inside',
    ['service-redirect'],
    async () => {
      await saying((response) => void response.writeHead(307, { location: '/inside' }).end())
      return service.inside > 0
    },
  ],
  [
    'the service answers without end',
    ['service-size'],
    async () => {
      const result = 'x'.repeat(1_048_576)
      const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result })
      return (await saying((response) => void response.end(text))).includes(result)
    },
  ],
  [
    'the documents of the vault tell where the bundler is, with the operator’s key',
    ['service-hidden'],
    () => JSON.stringify(describeProject(configured(), 'shop')).includes(key),
  ],
]

describe('bundler and sponsor behind the gateway', () => {
  test.each(asked)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test.each(said)('behavior: %s', (_, names, attack) => proveGuards(names, attack))

  test('default: a page of the vault is answered', async () => {
    const headers = { 'sec-fetch-site': 'same-origin', origin }
    const call = gateway()
    expect((await call(...send, [operation, entryPoint], headers)).text).toBe(
      '{"jsonrpc":"2.0","id":7,"result":"0x1"}',
    )
    expect((await call(...pay, [operation, entryPoint, '0x7a69', {}], headers)).status).toBe(200)
  })
})
