import { readBounded } from '@latchkey/protocol/read-bounded'
import { timeLimit } from '@latchkey/protocol/time-limit'

/**
 * The greatest size of a node's answer, in bytes. What a contract returns for a signature is far
 * smaller.
 */
const answerLimit = 1_048_576

/**
 * Creates a `fetch` that resolves only when the whole answer has arrived, within `timeoutMs`
 * milliseconds. The time limit of viem ends once the headers have arrived, so without this `fetch`
 * a node that sends half an answer would be waited for without end.
 */
export function fetchWhole(timeoutMs: number): typeof fetch {
  return async (url, init) => {
    const signal = timeLimit(timeoutMs, init?.signal ?? undefined)
    const response = await fetch(url, { ...init, signal })
    const body = await readBounded(response, answerLimit, signal)
    if (!body) throw new Error('the answer of the node is too large')
    const { status, headers } = response
    return new Response(status === 204 || status === 304 ? null : body, { status, headers })
  }
}
