import { type Chain, LatchkeyError } from '@latchkey/protocol'
import { timeLimit } from '@latchkey/protocol/time-limit'

/** Sends one request to a node of the chain and returns its result. */
export type AskNode = (method: string, params?: unknown) => Promise<unknown>

/**
 * Sends one request to the nodes configured for the chain, one after the other until one answers.
 * It serves transfers, because a wallet cannot read the chain. An error answer of a node is final.
 * Throws `config-invalid` without a URL, the node's error unchanged, or `rpc-resource-unavailable`.
 */
export async function askNode(
  chain: Chain,
  method: string,
  params: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  if (chain.rpcUrls.length === 0)
    throw new LatchkeyError('config-invalid', {
      reason: `${chain.id} has no rpcUrls`,
      fix: 'name one to send with',
    })
  const lastFailure: { cause?: unknown } = {}
  for (const url of chain.rpcUrls) {
    let answer: { readonly result?: unknown; readonly error?: object | null } | null
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: timeLimit(10_000, signal),
      })
      answer = (await response.json()) as typeof answer
    } catch (cause) {
      if (signal.aborted) throw new LatchkeyError('aborted', { cause: signal.reason })
      lastFailure.cause = cause
      continue
    }
    if (answer?.error) throw answer.error
    return answer?.result
  }
  throw new LatchkeyError('rpc-resource-unavailable', {
    reason: `no node of ${chain.id} answers`,
    cause: lastFailure.cause,
  })
}
