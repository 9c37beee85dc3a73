import type { Delivery } from '../contract.ts'
import { frameLimit } from './relay-limits.ts'

export type Frame =
  | { readonly type: 'result'; readonly id: string; readonly result: unknown }
  | { readonly type: 'error'; readonly id: string; readonly code?: number; readonly reason: string }
  /**
   * A message that the relay delivers. `receipt` is the acknowledgement to send; `delivery` is
   * absent when the message is not usable.
   */
  | { readonly type: 'push'; readonly receipt: string; readonly delivery?: Delivery }
  /** A valid frame that needs no answer. */
  | { readonly type: 'other' }

type Fields = { readonly [key: string]: unknown }
const reasonLimit = 200

/**
 * Reads one frame of a relay; `undefined` when it is malformed, binary or larger than 1 MiB. Never
 * throws.
 */
export function readFrame(data: unknown): Frame | undefined {
  if (typeof data !== 'string' || data.length > frameLimit) return undefined
  const frame = parseFields(data)
  const id = frame && idText(frame.id, data)
  if (!frame || id === undefined) return undefined
  if (frame.method === 'irn_subscription') {
    const delivery = readDelivery(frame.params)
    return {
      type: 'push',
      receipt: `{"id":${id},"jsonrpc":"2.0","result":true}`,
      ...(delivery && { delivery }),
    }
  }
  if (typeof frame.method === 'string') return { type: 'other' }
  const errorId = typeof frame.id === 'string' ? frame.id : id
  if (frame.error !== undefined && frame.error !== null)
    return { type: 'error', id: errorId, ...readError(frame.error) }
  return 'result' in frame ? { type: 'result', id: errorId, result: frame.result } : undefined
}

function parseFields(text: string): Fields | undefined {
  try {
    return asFields(JSON.parse(text))
  } catch {
    return undefined
  }
}

function asFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : undefined
}

/** Reads the id as its JSON text, because parsing would round a number of 19 digits. */
function idText(id: unknown, text: string): string | undefined {
  if (typeof id === 'string') return id.length <= 128 ? JSON.stringify(id) : undefined
  if (typeof id !== 'number' || !Number.isFinite(id)) return undefined
  if (Number.isSafeInteger(id)) return String(id)
  for (const [, digits] of text.matchAll(/"id"\s*:\s*(-?\d{1,40})(?![\d.eE])/g)) {
    if (Number(digits) === id) return digits
  }
  return String(id)
}

function readDelivery(params: unknown): Delivery | undefined {
  const data = asFields(asFields(params)?.data)
  const { topic, message, tag, publishedAt } = data ?? {}
  if (
    typeof topic !== 'string' ||
    !/^[\da-f]{64}$/.test(topic) ||
    typeof message !== 'string' ||
    !message
  )
    return undefined
  return {
    topic,
    message,
    tag: Number.isSafeInteger(tag) ? (tag as number) : 0,
    publishedAt: Number.isSafeInteger(publishedAt) ? (publishedAt as number) : Date.now(),
  }
}

function readError(error: unknown): { code?: number; reason: string } {
  const { code, message } = asFields(error) ?? {}
  return {
    ...(Number.isSafeInteger(code) && { code: code as number }),
    reason: typeof message === 'string' ? message.slice(0, reasonLimit) : '',
  }
}
