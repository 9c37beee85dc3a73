import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { addresses } from '@latchkey/devnet'
import type { PaymentOption, PaymentOrder } from '@latchkey/protocol'
import { createPublicClient, type Hex, http, parseAbiItem, parseEventLogs } from 'viem'

const chain = 'eip155:31337'
const transferEvent = parseAbiItem(
  'event Transfer(address indexed from, address indexed to, uint256 value)',
)

/**
 * A stand-in for the part of the gateway that handles orders. Orders are in memory, and a payment
 * that a page reports is read from the devnet. Prices are fixed: a dollar for a USDC, 2,500 for an
 * ether, and none for other assets.
 */
export interface OrdersStandIn {
  readonly url: string
  /** Transactions that pages have reported, in their sequence. */
  readonly reports: { readonly order: string; readonly chain: string; readonly hash: string }[]
  /** Makes an order that accepts 19.90 USDC or 0.0077 ETH. */
  make(change?: Partial<PaymentOrder>): PaymentOrder
  /**
   * Changes the order in later answers. `change` may have fields that a gateway would never send.
   */
  change(id: string, change: object): void
  stop(): Promise<void>
}

export const merchant = '0x90F79bf6EB2c4f870365E785982E1f101E93b906'
export const usdcOption: PaymentOption = {
  asset: `${chain}/erc20:${addresses.usdc}`,
  chain,
  to: merchant,
  amount: '19900000',
  symbol: 'USDC',
  decimals: 6,
}
export const etherOption: PaymentOption = {
  asset: `${chain}/slip44:60`,
  chain,
  to: merchant,
  amount: '7700000000000000',
  symbol: 'ETH',
  decimals: 18,
}

/**
 * Starts a stand-in for the gateway's orders.
 * @param needed number of confirmations from which a payment is settled
 */
export async function startOrdersStandIn(rpcUrl: string, needed = 2): Promise<OrdersStandIn> {
  const orders = new Map<string, PaymentOrder>()
  const changes = new Map<string, object>()
  const paid = new Map<string, Hex>()
  const reports: { order: string; chain: string; hash: string }[] = []
  const node = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }) })
  let made = 0

  const describe = async (order: PaymentOrder): Promise<object> => {
    const hash = paid.get(order.id)
    const payment = hash && (await readPayment(node, order, hash, needed))
    const isLate = payment && Date.parse(payment.seenAt) > Date.parse(order.expiresAt)
    const stateOf = (): PaymentOrder['state'] => {
      if (!payment) return Date.parse(order.expiresAt) <= Date.now() ? 'expired' : 'open'
      if (BigInt(payment.amount) < BigInt(payment.asked)) return 'underpaid'
      if (isLate) return 'late'
      return payment.confirmations >= needed ? 'settled' : 'sent'
    }
    const { asked: _, ...shown } = payment ?? { asked: '' }
    return {
      ...order,
      state: stateOf(),
      ...(payment && { payment: shown }),
      ...changes.get(order.id),
    }
  }
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    if (pathname === '/v1/supported-chains') return answer(response, 200, { http: [chain], ws: [] })
    if (pathname === '/v1/fungible/price' && request.method === 'POST')
      return answer(response, 200, pricesOf(await text(request)))
    const [, id = '', rest] = /^\/v1\/orders\/([^/]+)(\/payments)?$/.exec(pathname) ?? []
    const order = orders.get(id)
    if (request.method === 'OPTIONS') return answer(response, 204, null)
    if (!order) return answer(response, 404, { reasons: [{ description: 'no such order' }] })
    if (rest) {
      const report = JSON.parse(await text(request)) as { chain: string; hash: Hex }
      reports.push({ order: id, ...report })
      paid.set(id, report.hash)
    }
    // The chain may be stopped while a page still asks.
    const described = await describe(order).catch(() => undefined)
    if (!described) return answer(response, 503, { reasons: [{ description: 'no chain' }] })
    return answer(response, rest ? 202 : 200, described)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    reports,
    make(change = {}) {
      made += 1
      const order: PaymentOrder = {
        id: made.toString(16).padStart(32, 'a'),
        state: 'open',
        title: 'Two tickets for the boat',
        accepts: [usdcOption, etherOption],
        createdAt: new Date().toISOString(),
        expiresAt: new Date(Date.now() + 900_000).toISOString(),
        ...change,
      }
      orders.set(order.id, order)
      return order
    },
    change: (id, change) => void changes.set(id, { ...changes.get(id), ...change }),
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function readPayment(
  node: ReturnType<typeof createPublicClient>,
  order: PaymentOrder,
  hash: Hex,
  needed: number,
) {
  const receipt = await node.getTransactionReceipt({ hash }).catch(() => undefined)
  if (receipt?.status !== 'success') return undefined
  // A test may take the chain back between the two questions; the payment is then gone.
  const transaction = await node.getTransaction({ hash }).catch(() => undefined)
  if (!transaction) return undefined
  const newest = await node.getBlockNumber({ cacheTime: 0 })
  const logs = parseEventLogs({ abi: [transferEvent], logs: receipt.logs })
  const log = logs.find(({ args }) => args.to === merchant)
  const asset = log ? `${chain}/erc20:${log.address}` : `${chain}/slip44:60`
  const option = order.accepts.find((one) => one.asset.toLowerCase() === asset.toLowerCase())
  if (!option) return undefined
  return {
    chain,
    hash,
    from: transaction.from,
    asset: option.asset,
    amount: `${log ? log.args.value : transaction.value}`,
    asked: option.amount,
    confirmations: Number(newest - receipt.blockNumber) + 1,
    needed,
    seenAt: new Date().toISOString(),
  } as const
}

function pricesOf(body: string): object {
  const { addresses: asked } = JSON.parse(body) as { addresses: readonly string[] }
  const usdc = addresses.usdc.toLowerCase()
  const fungibles = asked.flatMap((address) => {
    const contract = address.slice(address.lastIndexOf(':') + 1).toLowerCase()
    const isCoin = contract.startsWith('0xeeee')
    const price = contract === usdc ? 1 : 2_500
    return isCoin || contract === usdc
      ? [{ address, name: 'Priced', symbol: 'X', price, decimals: isCoin ? 18 : 6 }]
      : []
  })
  return { fungibles }
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'cache-control': 'no-store',
    'content-type': 'application/json',
  })
  response.end(body === null ? undefined : JSON.stringify(body))
}
