import { words } from '../words.ts'

/** Says to the visitor, in words, why the gateway refused a call. */
export function describeRefusal(error: unknown): string {
  const { code, retryAfter } = (error ?? {}) as {
    readonly code?: unknown
    readonly retryAfter?: unknown
  }
  if (code === 'rate-limited' && typeof retryAfter === 'number' && retryAfter > 0)
    return words.wait(Math.ceil(retryAfter))
  return typeof code === 'string' && Object.hasOwn(words.refusals, code)
    ? (words.refusals[code] ?? words.unexpected)
    : words.unexpected
}
