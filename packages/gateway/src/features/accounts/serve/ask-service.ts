import { readBounded } from '@latchkey/protocol/read-bounded'
import { timeLimit } from '@latchkey/protocol/time-limit'
import type { NodeAnswer } from '../../../ports/node-port.ts'
import { readAnswers } from '../../rpc/rpc-nodes.ts'

/**
 * Maximum number of bytes of a bundler's or paymaster's answer; it is large because a receipt
 * contains the logs of the whole bundle.
 */
const maxAnswerBytes = 1_048_576
/**
 * Time limit in milliseconds; it is long because a bundler simulates an operation before it
 * answers.
 */
const defaultTimeoutMs = 20_000

/**
 * Sends one JSON-RPC call to the operator's bundler or paymaster; undefined when it is unreachable,
 * slow, or gives an invalid answer.
 */
export type AskService = (
  url: string,
  asked: { readonly method: string; readonly params: unknown },
  signal: AbortSignal,
) => Promise<NodeAnswer | undefined>

export function askService(
  fetchIt: typeof fetch = fetch,
  timeoutMs = defaultTimeoutMs,
): AskService {
  return async (url, { method, params }, signal) => {
    const timeLimitSignal = timeLimit(timeoutMs, signal)
    try {
      const response = await fetchIt(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: timeLimitSignal,
        redirect: 'error',
      })
      const bytes = await readBounded(response, maxAnswerBytes, timeLimitSignal)
      const text = bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
      const [answer] = (text === undefined ? undefined : readAnswers(text, 1)) ?? []
      return answer
    } catch {
      return undefined
    }
  }
}
