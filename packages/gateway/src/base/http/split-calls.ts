import { refusal } from '../refuse.ts'
import { findItemSpans, findMemberSpans } from './json-spans.ts'

/**
 * One JSON-RPC call of a page as raw JSON texts, so that ids and large numbers reach the node
 * unchanged.
 */
export interface PageCall {
  /** Raw JSON of the id: `1`, `"a"`, `1780000000000000001`, `null`. */
  readonly id: string
  /** Undefined when the call is malformed. */
  readonly method?: string | undefined
  readonly params?: string | undefined
}

/**
 * Splits the body of a JSON-RPC request into its calls.
 * @param maxBatch - most calls in one batch
 * @throws a refusal: 400 when the body is not JSON-RPC
 */
export function splitCalls(
  body: string,
  maxBatch: number,
): { readonly isBatch: boolean; readonly calls: readonly PageCall[] } {
  const value = parseBody(body)
  if (Array.isArray(value)) {
    if (!value.length) throw refusal(400, '', 'The batch is empty')
    if (value.length > maxBatch) throw refusal(400, '', `A batch holds at most ${maxBatch} calls`)
    const spans = findItemSpans(body)
    return {
      isBatch: true,
      calls: value.map((item, index) => toCall(item, spans[index] as string)),
    }
  }
  if (typeof value !== 'object' || value === null)
    throw refusal(400, '', 'The body is no JSON-RPC request')
  return { isBatch: false, calls: [toCall(value, body)] }
}

function parseBody(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw refusal(400, '', 'The body is not JSON')
  }
}

function toCall(item: unknown, span: string): PageCall {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return { id: 'null' }
  const { id, jsonrpc, method, params } = item as Record<string, unknown>
  const isId = id === null || typeof id === 'number' || (typeof id === 'string' && id.length <= 256)
  const members = findMemberSpans(span)
  const idText = isId ? (members.get('id') as string) : 'null'
  const isCall =
    isId &&
    jsonrpc === '2.0' &&
    typeof method === 'string' &&
    method.length <= 128 &&
    (params === undefined || (typeof params === 'object' && params !== null))
  return isCall ? { id: idText, method, params: members.get('params') } : { id: idText }
}
