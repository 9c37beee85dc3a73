import {
  type ErrorCode,
  hasCode,
  type JsonRpcAnswer,
  jsonRpcAnswers,
  LatchkeyError,
  rpcBatchSize,
} from '@latchkey/protocol'
import { fetchJson } from '../http/fetch-json.ts'
import { isFinalError } from '../http/try-each.ts'
import type { Kit } from '../machine/kit.ts'
import { perKit } from '../machine/per-kit.ts'
import { raceSignal } from '../race-signal.ts'
import { RpcAnswerError } from './rpc-answer-error.ts'

/**
 * Maximum number of calls in one batch that a gateway accepts by default (its setting
 * `rpc.maxBatch`).
 */
const gatewayBatchSize = 50

interface PendingCall extends askNode.Parameters {
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

interface Node {
  readonly url: string
  waiting: readonly PendingCall[]
  /**
   * Whether the node accepts JSON-RPC batches: `none` once it has refused its first batch, as many
   * free nodes do.
   */
  batches: 'unknown' | 'taken' | 'none'
}

const nodesOfKit: (kit: Kit) => Map<string, Node> = perKit(() => new Map())

/**
 * Sends one JSON-RPC call to one node. Calls that are made in the same tick are sent as one batch;
 * to a node that refuses batches, each call is sent alone.
 * @throws `RpcAnswerError` | `rpc-answer-invalid` | what `fetchJson` throws
 */
export function askNode(kit: Kit, url: string, call: askNode.Parameters): Promise<unknown> {
  const nodes = nodesOfKit(kit)
  // Only calls to a gateway have this content type, and every gateway accepts batches.
  const batches = call.contentType === 'text/plain' ? 'taken' : 'unknown'
  const node: Node = nodes.get(url) ?? { url, waiting: [], batches }
  nodes.set(url, node)
  if (node.batches === 'none' || isSending(call.method)) return askAlone(url, call)
  const answer = new Promise((resolve, reject) => {
    node.waiting = [...node.waiting, { ...call, resolve, reject }]
    if (node.waiting.length === 1) setTimeout(() => flushNode(node), 0)
  })
  return call.signal ? raceSignal(answer, call.signal) : answer
}

export declare namespace askNode {
  type Parameters = {
    readonly method: string
    readonly params?: unknown
    readonly contentType?: 'text/plain' | undefined
    readonly signal?: AbortSignal | undefined
  }
}

/**
 * A method that changes something, such as sending a transaction, is sent alone, and to one node at
 * a time.
 */
export function isSending(method: string): boolean {
  return /send/i.test(method)
}

function flushNode(node: Node): void {
  const calls = node.waiting.filter(({ signal }) => !signal?.aborted)
  node.waiting = []
  const batchSize = calls[0]?.contentType === 'text/plain' ? gatewayBatchSize : rpcBatchSize
  for (let startIndex = 0; startIndex < calls.length; startIndex += batchSize) {
    void sendCalls(node, calls.slice(startIndex, startIndex + batchSize))
  }
}

async function sendCalls(node: Node, calls: readonly PendingCall[]): Promise<void> {
  if (calls.length < 2 || node.batches === 'none') return askEach(node, calls)
  try {
    const answers = await askTogether(node.url, calls)
    const unansweredCalls = calls.filter((call, at) => !settleCall(call, answers[at]))
    node.batches = unansweredCalls.length < calls.length ? 'taken' : 'none'
    askEach(node, unansweredCalls)
  } catch (error) {
    const canBatch = node.batches === 'taken'
    if (!canBatch && !hasCode(error, 'aborted')) node.batches = 'none'
    const isTooLong = hasCode(error) && error.context.sourceCode === 413
    if (isFailureOfCall(error) || (canBatch && !isTooLong && !isFinalError(error)))
      for (const { reject } of calls) {
        reject(error)
      }
    else askEach(node, calls)
  }
}

/**
 * Error codes after which a batch is not split into single calls: each call would fail in the same
 * way, or more requests would make the problem worse.
 */
const sharedErrorCodes: readonly ErrorCode[] = [
  'aborted',
  'gateway-unreachable',
  'gateway-timeout',
  'rate-limited',
  'origin-not-allowed',
  'project-id-unknown',
]
function isFailureOfCall(error: unknown): boolean {
  return sharedErrorCodes.some((code) => hasCode(error, code))
}

function askEach({ url }: Node, calls: readonly PendingCall[]): void {
  for (const call of calls) {
    askAlone(url, call).then(call.resolve, call.reject)
  }
}

/**
 * Sends several calls as one batch. The request is aborted when the last caller of the batch has
 * aborted.
 */
async function askTogether(
  url: string,
  calls: readonly PendingCall[],
): Promise<readonly (JsonRpcAnswer | undefined)[]> {
  const controller = new AbortController()
  let activeCallers = calls.length
  for (const { signal } of calls) {
    signal?.addEventListener('abort', () => --activeCallers || controller.abort(), { once: true })
  }
  const ids = calls.map((_, at) => at + 1)
  const body = JSON.stringify(calls.map((call, at) => requestBodyOf(call, at + 1)))
  const { contentType } = calls[0] ?? {}
  return jsonRpcAnswers(await fetchJson(url, { body, contentType, signal: controller.signal }), ids)
}

/** Settles one call of a batch with the call's answer; returns false when the answer is missing. */
function settleCall({ resolve, reject }: PendingCall, answer: JsonRpcAnswer | undefined): boolean {
  if (!answer) return false
  if ('error' in answer) reject(answerError(answer.error))
  else resolve(answer.result)
  return true
}

async function askAlone(url: string, call: askNode.Parameters): Promise<unknown> {
  const { contentType, signal } = call
  const answer = await fetchJson(url, {
    body: JSON.stringify(requestBodyOf(call, 1)),
    contentType,
    signal,
  })
  const { result, error } = (typeof answer === 'object' && answer !== null ? answer : {}) as {
    result?: unknown
    error?: { code?: unknown; message?: unknown; data?: unknown } | null
  }
  if (error) throw answerError(error)
  if (result === undefined) throw new LatchkeyError('rpc-answer-invalid')
  return result
}

function requestBodyOf({ method, params = [] }: askNode.Parameters, id: number): object {
  return { jsonrpc: '2.0', id, method, params }
}

function answerError({
  code,
  message,
  data,
}: {
  code?: unknown
  message?: unknown
  data?: unknown
}): RpcAnswerError {
  return new RpcAnswerError(Number(code) || 0, String(message ?? '').slice(0, 1000), data)
}
