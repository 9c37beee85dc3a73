import { findMemberSpans } from '../../base/http/json-spans.ts'

/**
 * A text frame that a client sent. `id` is raw JSON, because ids of 19 digits do not fit a
 * JavaScript number.
 */
export type Frame =
  | {
      readonly kind: 'call'
      readonly id: string
      readonly method: string
      readonly params: unknown
    }
  /** The client's answer to a message that the relay pushed. */
  | { readonly kind: 'answer'; readonly id: string; readonly isResult: boolean }
  | { readonly kind: 'invalid'; readonly id: string; readonly code: -32700 | -32600 }

const maxIdLength = 256

/** Parses a text frame; never throws. */
export function readFrame(text: string): Frame {
  const value = parseJson(text)
  if (value === undefined) return { kind: 'invalid', id: 'null', code: -32700 }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { kind: 'invalid', id: 'null', code: -32600 }
  const { id, method, params } = value as Record<string, unknown>
  if ((typeof id !== 'string' && typeof id !== 'number') || String(id).length > maxIdLength)
    return { kind: 'invalid', id: 'null', code: -32600 }
  const rawIdText = findRawId(text, id)
  if (typeof method === 'string') return { kind: 'call', id: rawIdText, method, params }
  if ('result' in value || 'error' in value)
    return { kind: 'answer', id: rawIdText, isResult: 'result' in value }
  return { kind: 'invalid', id: rawIdText, code: -32600 }
}

function findRawId(text: string, id: string | number): string {
  const usualId = JSON.stringify(id)
  // Nearly every client writes the id first; this check avoids a second scan of the frame.
  if (text.startsWith(`{"id":${usualId},`)) return usualId
  return findMemberSpans(text).get('id') as string
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
