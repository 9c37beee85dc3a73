import { connect, createKit, type Kit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import type { AssetId, Chain } from '@latchkey/protocol'
import { type MockEvmWallet, mockEvmWallet } from '@latchkey/testing'
import {
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  hashDomain,
  parseAbi,
  zeroHash,
} from 'viem'

/** Encodes a value as the headers of x402 do: JSON in base64. */
const encodeJson = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

export const ada = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const shop = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
export const token = '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
export const asset: AssetId = `eip155:8453/erc20:${token}`
export const resource = 'https://api.example/report?day=1'

const abi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function decimals() view returns (uint8)',
  'function symbol() view returns (string)',
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function eip712Domain() view returns (bytes1, string, string, uint256, address, bytes32, uint256[])',
])
type Answers = Record<string, unknown>

const separatorOf = (name: string, chainId = 8453n): Hex =>
  hashDomain({
    domain: { name, version: '2', chainId, verifyingContract: token },
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
    },
  })

/** The answers of a token's contract; undefined for a function that the contract lacks. */
export const honestToken: Answers = {
  balanceOf: 1_000_000n,
  decimals: 6,
  symbol: 'USDC',
  name: 'USD Coin',
  version: '2',
  DOMAIN_SEPARATOR: separatorOf('USD Coin'),
}
export const eip712Domain: readonly unknown[] = [
  '0x0f',
  'USD Coin',
  '2',
  8453n,
  token,
  zeroHash,
  [],
]

/**
 * A page with a connected wallet, a node that knows one token, and a server that asks for payments.
 */
export interface PaidPage {
  readonly kit: Kit
  readonly wallet: MockEvmWallet
  readonly tokenAnswers: Answers
  /** The requests that reached the server. */
  readonly received: Request[]
  /**
   * The server's answer to a request that carries a payment; by default that the payment was made.
   */
  answer: (request: Request) => Response | Promise<Response>
  /** The server's answer to a request without a payment. */
  question: () => Response
  /** The server, called like `fetch`. */
  readonly server: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  /** Answers JSON-RPC requests to the node, for a page whose `fetch` is replaced. */
  readonly node: (url: unknown, init: { body: string }) => Promise<Response>
  stop(): void
}

export const offer = {
  scheme: 'exact',
  network: 'eip155:8453',
  amount: '10000',
  asset: token,
  payTo: shop,
  maxTimeoutSeconds: 60,
  extra: { name: 'USD Coin', version: '2' },
}
export const transaction = `0x${'ab'.repeat(32)}` as const

/** An answer of version 2 with the status 402 and these offers. */
export function questionOf(accepts: readonly object[] = [offer], more: object = {}): Response {
  const question = { x402Version: 2, resource: { url: resource, description: 'News' }, accepts }
  const headers = { 'PAYMENT-REQUIRED': encodeJson({ ...question, ...more }) }
  return new Response('{}', { status: 402, headers })
}

export async function openPaidPage(): Promise<PaidPage> {
  const page = new EventTarget()
  const wallet = mockEvmWallet({ chain: 8453 })
  wallet.install(page)
  const chain: Chain = {
    id: 'eip155:8453',
    name: 'Base',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: ['https://node.example'],
  }
  const kit = createKit({ adapters: [evm({ chains: [chain], page })], storage: null })
  const stop = kit.subscribe(() => {})
  await connect(kit, { connector: 'announced:test.mock.wallet' })
  const tokenAnswers = { ...honestToken }
  const call = ({ data }: { data: Hex }): Hex => {
    const { functionName } = decodeFunctionData({ abi, data })
    const result = tokenAnswers[functionName]
    if (result === undefined) return '0x'
    return encodeFunctionResult({ abi, functionName, result } as never)
  }
  const reply = ({ id, method, params }: { id: number; method: string; params: never[] }) => ({
    jsonrpc: '2.0',
    id,
    result: method === 'eth_call' ? call(params[0] as never) : null,
  })
  const received: Request[] = []
  const fake: PaidPage = {
    kit,
    wallet,
    tokenAnswers,
    received,
    answer: () => {
      const settled = { success: true, transaction, network: 'eip155:8453', payer: ada }
      return new Response('paid', { headers: { 'PAYMENT-RESPONSE': encodeJson(settled) } })
    },
    question: () => questionOf(),
    server: async (input, init) => {
      const request = new Request(input, init)
      received.push(request)
      const isPaid = ['payment-signature', 'x-payment'].some((name) => request.headers.has(name))
      return isPaid ? fake.answer(request) : fake.question()
    },
    node: async (_, { body }) => {
      const asked = JSON.parse(body)
      return Response.json(Array.isArray(asked) ? asked.map(reply) : reply(asked))
    },
    stop,
  }
  return fake
}
