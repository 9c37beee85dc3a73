import { hasCode, LatchkeyError } from '@latchkey/protocol'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

/** What a refused call answers: HTTP status, and field and description of facts section 0. */
export interface Refusal {
  readonly status: ContentfulStatusCode
  readonly field: string
  readonly description: string
  /** Seconds to wait. */
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

/** The error that makes the gateway answer `status` with the body of facts section 0. */
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

/** The refusal an error stands for, if it is one. */
export function readRefusal(error: unknown): Refusal | undefined {
  if (!hasCode(error) || typeof error.context.field !== 'string') return undefined
  return {
    status: error.context.sourceCode as ContentfulStatusCode,
    field: error.context.field,
    description: error.context.reason ?? '',
    retryAfter: typeof error.context.retryAfter === 'number' ? error.context.retryAfter : undefined,
  }
}
