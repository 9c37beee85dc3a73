import { generateKeyPairSync, hash, sign } from 'node:crypto'
import type { Connection } from '../features/relay/connection.ts'
import { storeLimits } from '../features/relay/open-store.ts'
import { createRelay, type Relay, type RelayOptions } from '../features/relay/relay.ts'
import { memoryStore } from '../features/relay/store/memory-store.ts'
import type { Wire } from '../features/relay/wire.ts'

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

/** A key of a client and the tokens it signs. */
export interface TestIdentity {
  readonly did: string
  token(claims?: object, header?: object): string
}

export function makeTestIdentity(): TestIdentity {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url')
  const did = `did:key:z${base58(Buffer.concat([Buffer.from([0xed, 0x01]), raw]))}`
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  return {
    did,
    token(claims, header) {
      const iat = Math.floor(Date.now() / 1000)
      const text = `${part({ alg: 'EdDSA', typ: 'JWT', ...header })}.${part({ iss: did, sub: '00', aud: 'ws://relay', iat, exp: iat + 86_400, ...claims })}`
      return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
    },
  }
}

function base58(bytes: Buffer): string {
  const digits: string[] = []
  for (let rest = BigInt(`0x${bytes.toString('hex')}`); rest > 0n; rest /= 58n) {
    digits.unshift(alphabet[Number(rest % 58n)] ?? '')
  }
  return digits.join('')
}

/** A socket that is none: what the relay sent, and knobs for how fast it is read. */
export interface TestWire extends Wire {
  bufferedBytes: number
  readonly sent: string[]
  readonly closed: number[]
  isPaused: boolean
}

/** One client of a relay without sockets. */
export interface TestClient {
  readonly did: string
  readonly wire: TestWire
  readonly connection: Connection
  /** Sends a call and gives the raw text of its answer. */
  callRaw(frame: string): Promise<string>
  call(method: string, params: unknown): Promise<unknown>
  publish(topic: string, message: string, more?: object): Promise<unknown>
  /** Pushes so far, parsed. */
  pushes(): {
    readonly id: number
    readonly subscription: string
    readonly topic: string
    readonly message: string
    readonly tag: number
    readonly publishedAt: number
    readonly attestation: string | null
  }[]
  acknowledge(id: number): void
  leave(): void
}

export interface TestRelay {
  readonly relay: Relay
  readonly logged: string[]
  join(identity?: TestIdentity, address?: string, projectId?: string): TestClient
}

const limits = {
  connectionsPerAddress: 100,
  connectionsPerClient: 3,
  subscriptionsPerAddress: 20_000,
  subscriptionsPerClient: 2_000,
  publish: {
    perAddress: 8,
    capacity: 5_000,
    refillPerSecond: 50,
    bytesCapacity: 64 * 1_048_576,
    bytesPerSecond: 1_048_576,
  },
}

/** A relay in memory, its clock in the test's hands when given. */
export async function makeRelay(
  options: Partial<RelayOptions> & { readonly maxBytes?: number } = {},
): Promise<TestRelay> {
  const logged: string[] = []
  const note = (fields: object, message: string) =>
    void logged.push(JSON.stringify({ ...fields, message }))
  const relay = await createRelay({
    openStore: async (listener) =>
      memoryStore(
        storeLimits({ maxBytes: options.maxBytes ?? 64 * 1_048_576 }, options.projects?.count),
        listener,
        options.now,
      ),
    limits,
    log: { info: note, error: note },
    ...options,
  })
  return {
    relay,
    logged,
    join: (identity = makeTestIdentity(), address = 'here', projectId) =>
      join(relay, identity, address, projectId),
  }
}

/** Lets what was begun without input or output come to its end. */
export const settled = (): Promise<void> =>
  new Promise((resolve) => setImmediate(() => setImmediate(resolve)))

function join(
  relay: Relay,
  identity: TestIdentity,
  address: string,
  projectId?: string,
): TestClient {
  const admission = relay.admit(identity.token(), address, projectId)
  if (admission.status !== 101) throw new Error(`refused: ${admission.status}`)
  const wire: TestWire = {
    bufferedBytes: 0,
    sent: [],
    closed: [],
    isPaused: false,
    send: (text) => void wire.sent.push(text),
    close: (code) => void wire.closed.push(code),
    pause() {
      wire.isPaused = true
    },
    resume() {
      wire.isPaused = false
    },
  }
  const connection = admission.open(wire)
  const ids = { next: 1_780_000_000_000_000_001n }
  const client: TestClient = {
    did: identity.did,
    wire,
    connection,
    async callRaw(frame) {
      const before = wire.sent.length
      connection.receiveFrame(frame)
      for (const until = performance.now() + 4_000; performance.now() < until; ) {
        const answer = wire.sent.slice(before).find((text) => !text.includes('"irn_subscription"'))
        if (answer) return answer
        await new Promise(setImmediate)
      }
      throw new Error('no answer')
    },
    async call(method, params) {
      const id = String(ids.next++)
      const answer = JSON.parse(
        await client.callRaw(JSON.stringify({ id, jsonrpc: '2.0', method, params })),
      )
      if (answer.id !== id) throw new Error(`${answer.id} instead of ${id}`)
      if (answer.error) throw answer.error
      return answer.result
    },
    publish: (topic, message, more) =>
      client.call('irn_publish', { topic, message, ttl: 300, tag: 1100, prompt: true, ...more }),
    pushes: () =>
      wire.sent.flatMap((text) => {
        const { id, method, params } = JSON.parse(text)
        return method === 'irn_subscription'
          ? [{ id, subscription: params.id, ...params.data }]
          : []
      }),
    acknowledge: (id) =>
      connection.receiveFrame(JSON.stringify({ id, jsonrpc: '2.0', result: true })),
    leave: admission.leave,
  }
  return client
}

export function subscriptionOf(topic: string, did: string): string {
  return hash('sha256', topic + did)
}
