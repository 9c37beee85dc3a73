import { codeOfNodeMessage, hasCode, LatchkeyError, rpcRetriedCodes } from '@latchkey/protocol'
import { fetchJson } from '../http/fetch-json.ts'
import { isFinalError, tryEach } from '../http/try-each.ts'
import { RpcAnswerError } from './rpc-answer-error.ts'

/**
 * One JSON-RPC call over a fallback list. What every node would answer alike (a revert, a wrong parameter) is not asked twice.
 * @throws `RpcAnswerError` | `rpc-answer-invalid` | what `fetchJson` throws
 */
export function call(
  urls: readonly string[],
  { method, params, contentType, signal }: call.Parameters,
): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params ?? [] })
  return tryEach(urls, async (url) => resultOf(await fetchJson(url, { body, contentType, signal })), {
    signal,
    isFinal,
  })
}

export declare namespace call {
  type Parameters = {
    readonly method: string
    readonly params?: unknown
    readonly contentType?: 'text/plain' | undefined
    readonly signal?: AbortSignal | undefined
  }
}

function resultOf(answer: unknown): unknown {
  const { result, error } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    result?: unknown
    error?: { code?: unknown; message?: unknown; data?: unknown } | null
  }
  if (error) throw new RpcAnswerError(Number(error.code) || 0, String(error.message ?? '').slice(0, 1000), error.data)
  if (result === undefined) throw new LatchkeyError('rpc-answer-invalid')
  return result
}

/** Whether every node would answer alike. */
export function isFinal(error: unknown): boolean {
  if (hasCode(error, 'rpc-answer-invalid') || hasCode(error, 'gateway-answer-invalid')) return false
  if (hasCode(error)) return error.code === 'aborted' || isFinalError(error)
  const { code, message } = error as RpcAnswerError
  return !rpcRetriedCodes.some((retried) => retried === code) || codeOfNodeMessage(message) !== undefined
}
