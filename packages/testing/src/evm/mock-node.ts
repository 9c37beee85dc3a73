import {
  createWalletClient,
  defineChain,
  type Hex,
  http,
  keccak256,
  type LocalAccount,
  stringToHex,
} from 'viem'
import { estimateGas } from 'viem/actions'
import { providerError } from '../parts/behavior.ts'

/** Makes one JSON-RPC call to a real node, and throws the node's error unchanged. */
export async function forwardCall(url: string, method: string, params: unknown): Promise<unknown> {
  const requestBody = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: requestBody,
  })
  const answer = (await response.json()) as {
    result?: unknown
    error?: { code: number; message: string; data?: unknown }
  }
  if (answer.error) throw providerError(answer.error.code, answer.error.message, answer.error.data)
  return answer.result
}

/** Signs a transaction and sends it to the node; without a node it returns a made-up hash. */
export async function sendFrom(
  account: LocalAccount,
  transaction: Readonly<Record<string, string>>,
  chain: number,
  url: string | undefined,
): Promise<Hex> {
  if (!url) return keccak256(stringToHex(JSON.stringify(transaction)))
  const readAmountField = (field: string) =>
    transaction[field] === undefined ? undefined : BigInt(transaction[field])
  const walletClient = createWalletClient({
    account,
    chain: defineChain({
      id: chain,
      name: `Chain ${chain}`,
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
      rpcUrls: { default: { http: [url] } },
    }),
    transport: http(url, { retryCount: 0 }),
  })
  const transactionFields = {
    to: transaction.to as Hex,
    data: transaction.data as Hex | undefined,
    value: readAmountField('value'),
  }
  return walletClient.sendTransaction({
    ...transactionFields,
    gas: readAmountField('gas') ?? addMargin(await estimateGas(walletClient, transactionFields)),
    ...(transaction.nonce && { nonce: Number(transaction.nonce) }),
    ...(transaction.gasPrice
      ? { gasPrice: BigInt(transaction.gasPrice) }
      : {
          maxFeePerGas: readAmountField('maxFeePerGas'),
          maxPriorityFeePerGas: readAmountField('maxPriorityFeePerGas'),
        }),
  } as never)
}

/**
 * Adds a fifth to the node's gas estimate, as wallets do, because a contract may need more gas in a
 * later block. A plain transfer always needs 21,000.
 */
function addMargin(gas: bigint): bigint {
  return gas === 21_000n ? gas : (gas * 6n) / 5n
}
