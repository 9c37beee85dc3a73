import { ProviderError, toProviderError } from './provider-error.ts'

const maxAnswerLength = 5_000_000

/**
 * Read methods that a wallet forwards to the node, without signing methods and those that control a
 * development node.
 */
export const readMethods: readonly string[] = [
  'eth_blockNumber',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockReceipts',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_syncing',
  'net_version',
  'web3_clientVersion',
]

/**
 * Makes one JSON-RPC call (EIP-1474) within ten seconds. `url` is an HTTP address. Errors: those of
 * the node with its code; 4901 when it is unreachable; -32603 for a malformed answer.
 */
export async function callNode(
  url: string,
  method: string,
  params: unknown = [],
): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => {
    throw new ProviderError(4901, 'The network cannot be reached')
  })
  const text = await answer.text()
  if (text.length > maxAnswerLength)
    throw new ProviderError(-32603, 'The network answered too much')
  const answerBody = parseBody(text)
  if (answerBody && typeof answerBody.error === 'object' && answerBody.error !== null)
    throw toProviderError(answerBody.error)
  if (!answerBody || !('result' in answerBody))
    throw new ProviderError(-32603, 'The network gave no answer')
  return answerBody.result
}

function parseBody(text: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : null
  } catch {
    return null
  }
}
