import { answerLimits } from './limit.ts'
import { isRecord, isText } from './shape.ts'

/** The member `error` of a JSON-RPC 2.0 answer. */
export interface JsonRpcFailure {
  readonly code: number
  /** Message of the error, cut to 4096 UTF-16 units. */
  readonly message: string
  readonly data?: unknown
}

/** A parsed JSON-RPC 2.0 answer: either `result` or `error`. */
export type JsonRpcAnswer =
  | { readonly id: JsonRpcId; readonly result: unknown }
  | { readonly id: JsonRpcId; readonly error: JsonRpcFailure }

/** Id of a JSON-RPC call; null only when the server could not read the call. */
export type JsonRpcId = string | number | null

function isJsonRpcId(value: unknown): value is JsonRpcId {
  return value === null || typeof value === 'number' || isText(value)
}

/**
 * Parses one JSON-RPC 2.0 answer; `undefined` for other values. `error: null` beside a result
 * counts as absent, because some nodes send it.
 */
export function jsonRpcAnswer(value: unknown): JsonRpcAnswer | undefined {
  if (!isRecord(value) || value.jsonrpc !== '2.0' || !isJsonRpcId(value.id)) return undefined
  const { id, error } = value
  if (error === undefined || error === null)
    return 'result' in value ? { id, result: value.result } : undefined
  if (!isRecord(error) || !Number.isInteger(error.code) || typeof error.message !== 'string')
    return undefined
  const message = error.message.slice(0, answerLimits.message)
  const failure = { code: error.code as number, message }
  return { id, error: 'data' in error ? { ...failure, data: error.data } : failure }
}

/**
 * Sorts the answers of a JSON-RPC batch into the order of its calls; `undefined` stands for a
 * missing, repeated or unreadable answer. When the server answers one error object for the whole
 * batch, all are `undefined`.
 * @param value - the parsed body
 * @param ids - ids of the calls, in order
 */
export function jsonRpcAnswers(
  value: unknown,
  ids: readonly (string | number)[],
): readonly (JsonRpcAnswer | undefined)[] {
  const answersById = new Map<JsonRpcId, JsonRpcAnswer | undefined>()
  if (Array.isArray(value) && value.length <= answerLimits.batch)
    for (const item of value) {
      const answer = jsonRpcAnswer(item)
      if (answer) answersById.set(answer.id, answersById.has(answer.id) ? undefined : answer)
    }
  return ids.map((id) => answersById.get(id))
}
