import type { WireError } from '../channel.ts'

/** A JSON-RPC message whose form has been checked. */
export type WireMessage =
  | {
      readonly kind: 'request'
      readonly id: number
      readonly method: string
      readonly params: unknown
    }
  | { readonly kind: 'result'; readonly id: number; readonly result: unknown }
  | { readonly kind: 'error'; readonly id: number; readonly error: WireError }

const maxTextLength = 1000

/** Reads a decrypted message; undefined when it is not a JSON-RPC message. */
export function readMessage(json: unknown): WireMessage | undefined {
  if (!isObject(json)) return undefined
  const { id, method, params, error } = json
  if (!Number.isSafeInteger(id)) return undefined
  const messageId = id as number
  if (typeof method === 'string') return { kind: 'request', id: messageId, method, params }
  if (error !== undefined && error !== null)
    return { kind: 'error', id: messageId, error: readWireError(error) }
  return Object.hasOwn(json, 'result')
    ? { kind: 'result', id: messageId, result: json.result }
    : undefined
}

/** Reads the error of an answer leniently, because some wallets send `error: {}` or only a text. */
function readWireError(error: unknown): WireError {
  if (typeof error === 'string') return { message: error.slice(0, maxTextLength) }
  if (!isObject(error)) return {}
  const { code, message, data } = error
  return {
    ...(Number.isSafeInteger(code) && { code: code as number }),
    ...(typeof message === 'string' && { message: message.slice(0, maxTextLength) }),
    ...(data !== undefined && { data }),
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
