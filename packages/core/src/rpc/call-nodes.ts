import {
  codeOfNodeMessage,
  fallbackPingTimeoutMs,
  hasCode,
  rpcRetriedCodes,
} from '@latchkey/protocol'
import { originOf } from '../http/failures.ts'
import { isFinalError, tryEach } from '../http/try-each.ts'
import type { Kit } from '../machine/kit.ts'
import { askNode, isSending } from './ask-node.ts'
import type { RpcAnswerError } from './rpc-answer-error.ts'

/**
 * Milliseconds without an answer from a gateway after which the next address is asked too. A
 * gateway asks nodes of its own, so it gets more time than a node.
 */
const gatewaySlowMs = 3 * fallbackPingTimeoutMs

/**
 * Sends one JSON-RPC call to a list of nodes, with fallback from one node to the next. An error
 * that every node would give (a revert, a wrong parameter) is not retried.
 * @throws `RpcAnswerError` | `rpc-answer-invalid` | what `fetchJson` throws
 */
export function callNodes(
  kit: Kit,
  urls: readonly string[],
  request: callNodes.Parameters,
): Promise<unknown> {
  const isGateway = request.contentType === 'text/plain'
  const slowMs = isGateway ? gatewaySlowMs : fallbackPingTimeoutMs
  return tryEach(kit, urls, (url, signal) => askNode(kit, url, { ...request, signal }), {
    signal: request.signal,
    isFinal: isFinalNodeError,
    slowMs: isSending(request.method) ? undefined : slowMs,
    placeOf: isGateway ? originOf : undefined,
  })
}

export declare namespace callNodes {
  type Parameters = askNode.Parameters
}

/** Whether every node would give the same error, so that no other node is asked. */
export function isFinalNodeError(error: unknown): boolean {
  if (hasCode(error, 'rpc-answer-invalid') || hasCode(error, 'gateway-answer-invalid')) return false
  if (hasCode(error)) return error.code === 'aborted' || isFinalError(error)
  const { code, message } = error as RpcAnswerError
  return (
    !rpcRetriedCodes.some((retried) => retried === code) || codeOfNodeMessage(message) !== undefined
  )
}
