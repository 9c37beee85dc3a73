import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { accounts, devnetChain, devnetTokens, type EvmDevnet } from '@latchkey/devnet'
import type { OrderEvent, PaymentOrder } from '@latchkey/protocol'
import { type Address, encodeFunctionData, type Hex, parseAbi, toHex } from 'viem'
import { expect } from 'vitest'
import { configSchema } from '../base/config/schema.ts'
import { keyedHash } from '../base/keyed-hash.ts'
import { databaseKey } from '../data/database-key.ts'
import { databaseProjects, seedProjects } from '../data/database-projects.ts'
import type { Database } from '../data/sql.ts'
import { chainTokens } from '../families/evm/tokens/chain-tokens.ts'
import { makeSecret } from '../features/orders/create/project-secrets.ts'
import { type StartedOrders, startOrders } from '../features/orders/start-orders.ts'
import { webhookStore } from '../features/orders/webhooks/webhook-store.ts'
import { chainNodes } from '../features/rpc/chain-nodes.ts'
import type { PricePort } from '../ports/price-port.ts'
import { publicFetch } from '../server/hosts/public-fetch.ts'
import { makeGateway } from './make-gateway.ts'

export const merchant = accounts[9].address
export const chain = 'eip155:31337'
const tokenAbi = parseAbi(['function transfer(address to, uint256 amount)'])

/** Returns the asset id of a token on the devnet. */
export const assetOf = (token: Address): string => `${chain}/erc20:${token}`
export const coin = `${chain}/slip44:60`

/** Builds the call data of a token's transfer, followed by the id of an order. */
export function transferData(to: Address, amount: bigint, id = ''): Hex {
  return `${encodeFunctionData({ abi: tokenAbi, functionName: 'transfer', args: [to, amount] })}${id}`
}

/**
 * A gateway with orders on a database and a devnet, and a merchant's server that receives webhooks.
 */
export interface OrderWorld {
  readonly secret: string
  readonly webhookSecret: string
  readonly logged: string[]
  readonly clock: { offsetMs: number }
  ask(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; json: unknown; headers: Headers }>
  /** Makes an order, authenticated with the project's secret. */
  create(body: object): Promise<PaymentOrder>
  read(id: string): Promise<PaymentOrder>
  tell(id: string, hash: string): Promise<{ status: number; json: unknown }>
  /** Waits until an order is in the given state. */
  until(id: string, state: PaymentOrder['state']): Promise<PaymentOrder>
  /** Renders the orders' metrics, in the text format of Prometheus. */
  renderMetrics(): Promise<string>
  stop(): Promise<void>
}

export async function startOrderWorld(options: {
  readonly database: Database
  readonly devnet: EvmDevnet
  readonly webhookUrl?: string
  readonly orders?: object
  readonly prices?: Pick<PricePort, 'now'>
  /** Decides which addresses webhooks may have; by default any. */
  readonly isAllowed?: (address: string) => boolean
  readonly clock?: { offsetMs: number }
}): Promise<OrderWorld> {
  const { database, devnet, webhookUrl, clock = { offsetMs: 0 } } = options
  const config = configSchema.parse({
    chains: [devnetChain(devnet.url)],
    tokens: devnetTokens,
    rateLimit: { capacity: 10_000, refillPerSecond: 10_000 },
    orders: { confirmations: { [chain]: 3 }, pollMs: 100, ...options.orders },
  })
  const { db } = database
  const projects = [
    { id: 'shop', origins: ['https://*.shop.example'], analytics: true, features: [] },
  ]
  await seedProjects(db, projects)
  const logged: string[] = []
  const note = (fields: object, message: string): void =>
    void logged.push(JSON.stringify({ ...fields, message }))
  const log = { info: note, error: note }
  const nodes = chainNodes(config)
  const store = databaseProjects(db)
  const webhooks = webhookStore(db, keyedHash(await databaseKey(db, 'orders')))
  const webhookSecret =
    webhookUrl === undefined ? '' : ((await webhooks.set('shop', webhookUrl, true)) ?? '')
  const started: StartedOrders = await startOrders({
    config,
    database,
    projects: store,
    nodes,
    tokens: chainTokens(config, db, nodes),
    prices: options.prices ?? { now: async () => new Map() },
    fetchPublic: publicFetch(undefined, options.isAllowed ?? (() => true)),
    log,
    now: () => Date.now() + clock.offsetMs,
  })
  const { app } = makeGateway({ config, nodes, projects: store, log, orders: started.orders })
  const { secret } = await makeSecret(db, 'shop', 'test')
  const ask: OrderWorld['ask'] = async (method, path, body, headers = {}) => {
    const response = await app.request(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      json: text.startsWith('{') ? JSON.parse(text) : text,
      headers: response.headers,
    }
  }
  const read = async (id: string): Promise<PaymentOrder> =>
    (await ask('GET', `/v1/orders/${id}`)).json as PaymentOrder
  return {
    secret,
    webhookSecret,
    logged,
    clock,
    ask,
    read,
    async create(body) {
      const { status, json } = await ask('POST', '/v1/orders', body, {
        authorization: `Bearer ${secret}`,
      })
      expect({ status, json }).toMatchObject({ status: 201, json: { state: 'open' } })
      return json as PaymentOrder
    },
    tell: (id, hash) => ask('POST', `/v1/orders/${id}/payments`, { chain, hash }),
    async until(id, state) {
      await expect.poll(async () => (await read(id)).state, { timeout: 20_000 }).toBe(state)
      return read(id)
    },
    renderMetrics: () => started.renderMetrics(),
    stop: () => started.stop(),
  }
}

/** Sends transactions of visitors, and controls the devnet. */
export interface Payers {
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
  /** Sends a transaction from one of the devnet's accounts and returns its hash. */
  send(who: number, transaction: { to: Address; data?: Hex; value?: bigint }): Promise<Hex>
  mine(blocks: number): Promise<void>
}

/** Creates a sender of transactions from the devnet's accounts; the devnet's node signs them. */
export function payersOf({ url }: EvmDevnet): Payers {
  const rpc: Payers['rpc'] = async (method, params = []) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const { result, error } = (await answer.json()) as {
      result: unknown
      error?: { message: string }
    }
    if (error) throw new Error(error.message)
    return result
  }
  return {
    rpc,
    send: async (who, { value = 0n, ...transaction }) =>
      (await rpc('eth_sendTransaction', [
        {
          from: accounts[who]?.address,
          gas: toHex(1_000_000),
          value: toHex(value),
          ...transaction,
        },
      ])) as Hex,
    mine: async (blocks) => void (await rpc('anvil_mine', [toHex(blocks)])),
  }
}

/** A webhook call that the merchant's server received. */
export interface ReceivedCall {
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly event: OrderEvent
}

/** A merchant's server that receives webhooks. */
export interface Receiver {
  readonly url: string
  readonly calls: ReceivedCall[]
  /** Answers a webhook call; by default with status 200. */
  answer: (response: ServerResponse, call: ReceivedCall) => void
  /** Returns the states of an order from the received webhook calls, in their sequence. */
  statesOf(id: string): readonly string[]
  stop(): Promise<void>
}

export async function startReceiver(): Promise<Receiver> {
  const calls: ReceivedCall[] = []
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      chunks.push(chunk as Buffer)
    }
    const body = Buffer.concat(chunks).toString()
    const call = { headers: request.headers, body, event: JSON.parse(body) as OrderEvent }
    calls.push(call)
    receiver.answer(response, call)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`,
    calls,
    answer: (response) => void response.end(),
    statesOf: (id) =>
      calls.filter(({ event }) => event.order.id === id).map(({ event }) => event.order.state),
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
