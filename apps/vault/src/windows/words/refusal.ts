import { words } from '../words.ts'

/** What a refusal means, in the visitor's words. */
export function refusalWords(error: unknown): string {
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
