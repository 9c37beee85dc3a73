import { hasCode, LatchkeyError } from '@latchkey/protocol'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/**
 * A refusal of a call: the HTTP status of the answer, and the `field` and `description` of its
 * error body.
 */
export interface Refusal {
  readonly status: ContentfulStatusCode
  readonly field: string
  readonly description: string
  /** Seconds after which the caller may try again. */
  readonly retryAfter: number | undefined
}

const codes: Partial<
  Record<number, 'project-id-unknown' | 'origin-not-allowed' | 'rate-limited' | 'server-error'>
> = {
  401: 'project-id-unknown',
  403: 'origin-not-allowed',
  429: 'rate-limited',
  503: 'server-error',
}

/**
 * Creates the error that makes the gateway answer `status` with
 * `{ reasons: [{ field, description }] }`.
 */
export function refusal(
  status: ContentfulStatusCode,
  field: string,
  description: string,
): LatchkeyError {
  return new LatchkeyError(codes[status] ?? 'gateway-refused', {
    reason: description,
    sourceCode: status,
    field,
  })
}

/** Returns the refusal inside an error; undefined for other errors. */
export function readRefusal(error: unknown): Refusal | undefined {
  if (!hasCode(error) || typeof error.context.field !== 'string') return undefined
  return {
    status: error.context.sourceCode as ContentfulStatusCode,
    field: error.context.field,
    description: error.context.reason ?? '',
    retryAfter: typeof error.context.retryAfter === 'number' ? error.context.retryAfter : undefined,
  }
}
