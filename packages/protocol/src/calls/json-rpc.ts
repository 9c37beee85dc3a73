import { answerLimits } from './limit.ts'
import { isRecord, isText } from './shape.ts'

/** The error of a JSON-RPC 2.0 answer. */
export interface JsonRpcFailure {
  readonly code: number
  /** Cut to 4096 UTF-16 units. */
  readonly message: string
  readonly data?: unknown
}

/** A JSON-RPC 2.0 answer, read: either `result` or `error`. */
export type JsonRpcAnswer =
  | { readonly id: JsonRpcId; readonly result: unknown }
  | { readonly id: JsonRpcId; readonly error: JsonRpcFailure }

/** Null only where the other side could not read the question. */
export type JsonRpcId = string | number | null

function isJsonRpcId(value: unknown): value is JsonRpcId {
  return value === null || typeof value === 'number' || isText(value)
}

/**
 * Reads one JSON-RPC 2.0 answer; `undefined` when it is none.
 * `error: null` beside a result is read as absent, since some nodes send it.
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
 * Reads the answers of a batch in the order of the questions, whatever order they came in;
 * `undefined` stands where none, a second one, or an unreadable one came. One error object for the
 * whole batch gives `undefined` everywhere.
 * @param value - the parsed body
 * @param ids - ids of the questions, in order
 */
export function jsonRpcAnswers(
  value: unknown,
  ids: readonly (string | number)[],
): readonly (JsonRpcAnswer | undefined)[] {
  const found = new Map<JsonRpcId, JsonRpcAnswer | undefined>()
  if (Array.isArray(value) && value.length <= answerLimits.batch)
    for (const item of value) {
      const answer = jsonRpcAnswer(item)
      if (answer) found.set(answer.id, found.has(answer.id) ? undefined : answer)
    }
  return ids.map((id) => found.get(id))
}
