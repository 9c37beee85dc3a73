import { type ErrorCode, hasCode, LatchkeyError, type Namespace } from '@latchkey/protocol'
import type { Kit } from './kit.ts'
import { readOwnField } from './read-own-field.ts'
import type { KitFailure } from './state.ts'

/**
 * Converts the raw error of a wallet or node to a LatchkeyError. `explainError` gives its code;
 * `rename` replaces this code by the one that fits the call that failed.
 */
export function toError(
  kit: Kit,
  namespaces: readonly Namespace[],
  error: unknown,
  rename: Partial<Record<ErrorCode, ErrorCode>> = {},
): LatchkeyError {
  const code = hasCode(error) ? error.code : explainError(kit, namespaces, error)
  const name = rename[code]
  if (hasCode(error) && !name) return error
  const { code: sourceCode, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  // The reason may be shown to a visitor, so it is the short message, without the address of the
  // documentation and the version.
  const text = hasCode(error) ? error.shortMessage : message
  return new LatchkeyError(name ?? code, {
    cause: error,
    ...(typeof text === 'string' && { reason: text.slice(0, 500) }),
    ...(typeof sourceCode === 'number' && { sourceCode }),
  })
}

function explainError(kit: Kit, namespaces: readonly Namespace[], error: unknown): ErrorCode {
  if ((error as { name?: unknown } | null)?.name === 'AbortError') return 'aborted'
  for (const namespace of namespaces) {
    const code = readOwnField(kit.adapters, namespace)?.explain(error)
    if (code && code !== 'unknown') return code
  }
  return 'unknown'
}

/** Converts an error to the form in which the kit's state keeps errors. */
export function toFailure({ code, context }: LatchkeyError): KitFailure {
  return { code, ...(context.reason && { detail: context.reason }) }
}
