import { fallbackPingTimeoutMs, LatchkeyError } from '@latchkey/protocol'
import { fetchText, refusalOf } from '../http/fetch-text.ts'
import { tryEach } from '../http/try-each.ts'
import type { Kit } from '../machine/kit.ts'
import { type callNodes, isFinalNodeError } from './call-nodes.ts'
import { RpcAnswerError } from './rpc-answer-error.ts'

/**
 * Sends one request to a list of REST servers; the first that answers counts. The request is `GET`
 * with `[path]`, or `POST` with `[path, body]`. A status of 4xx is an answer: it is thrown as the
 * node's error, with its text as the message and its JSON as the data.
 * @throws `RpcAnswerError` | `rpc-method-not-found` | what `fetchText` throws
 */
export function callRest(
  kit: Kit,
  bases: readonly string[],
  { method, params, signal }: callNodes.Parameters,
): Promise<unknown> {
  const [path, body] = Array.isArray(params) ? (params as readonly unknown[]) : []
  const isRestRequest = method === 'POST' ? body !== undefined : method === 'GET'
  if (!isRestRequest || typeof path !== 'string' || !path.startsWith('/') || path.includes('..'))
    throw new LatchkeyError('rpc-method-not-found', {
      reason: `${method.slice(0, 40)}: neither GET nor POST of a path`,
    })
  const text = typeof body === 'string'
  const bodyOptions = method === 'POST' ? { body: text ? body : JSON.stringify(body) } : {}
  return tryEach(
    kit,
    bases,
    async (baseUrl, innerSignal) =>
      parseBody(
        await fetchText(baseUrl.replace(/\/+$/, '') + path, {
          ...bodyOptions,
          contentType: text ? 'text/plain' : 'application/json',
          signal: innerSignal,
          refused: toRpcError,
        }),
      ),
    // A POST request may send a transaction, so it goes to one server at a time.
    {
      signal,
      isFinal: isFinalNodeError,
      slowMs: method === 'GET' ? fallbackPingTimeoutMs : undefined,
    },
  )
}

function toRpcError(response: Response, text: string): Error {
  const { status } = response
  if (status === 429 || status >= 500) return refusalOf(response, '')
  const value = parseBody(text)
  return new RpcAnswerError(
    status,
    text.slice(0, 1000),
    typeof value === 'object' ? value : undefined,
  )
}

/**
 * Parses the body of an answer as JSON if possible. The answer to a broadcast is only a transaction
 * id, which is not JSON.
 */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
