import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { devnetChain, devnetTokens, type EvmDevnet, startEvmDevnet } from '@latchkey/devnet'
import type { PaymentOrder } from '@latchkey/protocol'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  assetOf,
  chain,
  coin,
  merchant,
  type Payers,
  payersOf,
  type Receiver,
  startReceiver,
  transferData,
} from '../../test/order-world.ts'
import { type PostgresServer, startPostgres } from '../../test/start-postgres.ts'
import { type GatewayProcess, startProcess } from '../../test/start-process.ts'

const token = 'lko_test_0123456789abcdefghijklmnop'
const amount = 10n ** 15n
const made = {} as { devnet: EvmDevnet; payers: Payers; postgres: PostgresServer }
const running: GatewayProcess[] = []
const folders: string[] = []

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-orders-'))
  folders.push(folder)
  writeFileSync(
    join(folder, 'latchkey.json'),
    JSON.stringify({
      chains: [devnetChain(made.devnet.url)],
      tokens: devnetTokens,
      projects: [{ id: 'shop' }],
      rateLimit: { capacity: 10_000, refillPerSecond: 10_000 },
      orders: { confirmations: { [chain]: 3 }, pollMs: 100, allowPrivateWebhooks: true },
    }),
  )
  return folder
}

async function start(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<GatewayProcess> {
  const gateway = await startProcess(folder, { LATCHKEY_OPERATOR_TOKEN: token, ...env })
  running.push(gateway)
  return gateway
}

async function ask(
  { url }: GatewayProcess,
  method: string,
  path: string,
  body?: unknown,
  bearer = token,
): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${bearer}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.json()
}

/** Sets the project's webhook, makes a secret of the project and returns the secret. */
async function prepare(gateway: GatewayProcess, receiver: Receiver): Promise<string> {
  const base = '/operator/v1/projects/shop'
  await ask(gateway, 'PUT', `${base}/webhook`, { url: receiver.url })
  const { secret } = (await ask(gateway, 'POST', `${base}/secrets`, { label: 'server' })) as {
    secret: string
  }
  return secret
}

/** Makes an order and pays it: with a token when `at` is odd, otherwise with the coin. */
async function orderAndPay(gateway: GatewayProcess, secret: string, at: number): Promise<string> {
  const usdc = made.devnet.addresses.usdc
  const asset = at % 2 ? assetOf(usdc) : coin
  const accepts = [{ asset, to: merchant, amount: `${at % 2 ? 1_000 : amount}` }]
  const order = (await ask(gateway, 'POST', '/v1/orders', { accepts }, secret)) as PaymentOrder
  const data = transferData(merchant, 1_000n, order.id)
  await made.payers.send(
    at % 5,
    at % 2 ? { to: usdc, data } : { to: merchant, data: `0x${order.id}`, value: amount },
  )
  return order.id
}

const stateOf = async (gateway: GatewayProcess, id: string): Promise<string> =>
  ((await ask(gateway, 'GET', `/v1/orders/${id}`)) as PaymentOrder).state

/**
 * Expects that each order went from `sent` to `settled`, that each of these changes has one event
 * id, and that each event id always came with the same body.
 */
function expectNothingLost(receiver: Receiver, ids: readonly string[]): void {
  const bodies = new Map(receiver.calls.map(({ event, body }) => [event.id, body]))
  for (const { event, body } of receiver.calls) {
    expect(body).toBe(bodies.get(event.id))
  }
  for (const id of ids) {
    const events = [...bodies.values()]
      .map((body) => JSON.parse(body) as { at: string; order: PaymentOrder })
      .filter(({ order }) => order.id === id)
      .sort((left, right) => left.at.localeCompare(right.at))
    expect(events.map(({ order }) => order.state)).toEqual(['sent', 'settled'])
  }
}

beforeAll(async () => {
  made.devnet = await startEvmDevnet()
  made.payers = payersOf(made.devnet)
  made.postgres = await startPostgres()
}, 120_000)
afterAll(async () => {
  for (const one of running) {
    await one.kill()
  }
  await made.devnet?.stop()
  await made.postgres?.stop()
  for (const folder of folders) {
    rmSync(folder, { recursive: true, force: true })
  }
})

describe('kill -9 of the gateway', () => {
  test('behavior: between the events of orders, three times: no order and no event is lost, none has a second id', async () => {
    const receiver = await startReceiver()
    const folder = makeFolder()
    const state: { gateway: GatewayProcess } = { gateway: await start(folder) }
    const secret = await prepare(state.gateway, receiver)
    const ids: string[] = []
    for (let round = 0; round < 3; round += 1) {
      for (let at = 0; at < 4; at += 1) {
        ids.push(await orderAndPay(state.gateway, secret, at))
      }
      // The receiver kills the gateway in the middle of a webhook call: the event was delivered,
      // but the gateway has not stored that.
      const killed = new Promise<void>((resolve) => {
        receiver.answer = (response) => {
          receiver.answer = (later) => void later.destroy()
          void state.gateway.kill().then(() => {
            response.destroy()
            resolve()
          })
        }
      })
      await killed
      receiver.answer = (response) => void response.end()
      await made.payers.mine(1)
      state.gateway = await start(folder)
    }
    await made.payers.mine(3)
    for (const id of ids) {
      await expect.poll(() => stateOf(state.gateway, id), { timeout: 60_000 }).toBe('settled')
    }
    // After a failed call the gateway waits five seconds; a call of a killed process is repeated
    // within a minute.
    await expect
      .poll(() => new Set(receiver.calls.map(({ event }) => event.id)).size, { timeout: 90_000 })
      .toBe(ids.length * 2)
    expectNothingLost(receiver, ids)
    await state.gateway.kill()
    await receiver.stop()
  }, 240_000)

  test('behavior: two replicas on one PostgreSQL, one killed: the other goes on with its orders', async () => {
    const receiver = await startReceiver()
    const url = await made.postgres.createDatabase()
    const replicas = await Promise.all(
      [makeFolder(), makeFolder()].map((folder) => start(folder, { DATABASE_URL: url })),
    )
    const [first, second] = replicas as [GatewayProcess, GatewayProcess]
    const secret = await prepare(first, receiver)
    const ids: string[] = []
    for (let at = 0; at < 6; at += 1) {
      ids.push(await orderAndPay(at % 2 ? first : second, secret, at))
    }
    await expect.poll(() => receiver.calls.length, { timeout: 30_000 }).toBeGreaterThan(0)
    await first.kill()
    ids.push(await orderAndPay(second, secret, 6))
    await made.payers.mine(3)
    for (const id of ids) {
      await expect.poll(() => stateOf(second, id), { timeout: 60_000 }).toBe('settled')
    }
    await expect
      .poll(() => new Set(receiver.calls.map(({ event }) => event.id)).size, { timeout: 90_000 })
      .toBe(ids.length * 2)
    expectNothingLost(receiver, ids)
    await second.kill()
    await receiver.stop()
  }, 240_000)
})
