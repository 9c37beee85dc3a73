import { hasCode } from '@latchkey/protocol'

const maxDepth = 5

interface ErrorDescription {
  readonly name: string
  readonly code?: string | number
  readonly at?: readonly string[]
  readonly cause?: ErrorDescription
}

/**
 * Returns the parts of an error and its causes that may be logged: names, codes and positions in
 * the code. Messages are left out: those of libraries contain SQL parameters, node addresses with
 * keys, and account addresses.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  const { name, code, stack, cause } = Object(error) as {
    name?: unknown
    code?: unknown
    stack?: unknown
    cause?: unknown
  }
  const stackLines =
    typeof stack === 'string' ? stack.split('\n').filter((line) => /^\s+at /.test(line)) : []
  return {
    name: typeof name === 'string' ? name : typeof error,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(stackLines.length > 0 ? { at: stackLines.slice(0, 8).map((line) => line.trim()) } : {}),
    ...(cause !== undefined && depth < maxDepth ? { cause: describeError(cause, depth + 1) } : {}),
  }
}

/**
 * Returns a short reason of an error for the log: the `reason` of a Latchkey error, or name and
 * code of another error.
 */
export function formatErrorReason(error: unknown): string {
  if (hasCode(error)) return String(error.context.reason ?? error.code).slice(0, 300)
  const { name, code, cause } = describeError(error)
  return [name, code, cause?.name, cause?.code].filter((part) => part !== undefined).join(' ')
}
