import type { OperatorFault, OperatorFaultCode } from '@latchkey/protocol'
import type { ContentfulStatusCode } from 'hono/utils/http-status'

const statuses: Readonly<Record<OperatorFaultCode, ContentfulStatusCode>> = {
  'token-missing': 401,
  'token-invalid': 401,
  'token-revoked': 401,
  'token-read-only': 403,
  'rate-limited': 429,
  'origin-not-allowed': 403,
  invalid: 400,
  'not-found': 404,
  exists: 409,
  'server-error': 500,
}

/**
 * The error that refuses a call of the operator API: code, wrong field, reason, and how to fix it.
 */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly status: ContentfulStatusCode
  readonly body: OperatorFault
  /** Seconds after which the caller may try again; undefined when a retry does not help. */
  readonly waitS: number | undefined

  constructor(
    code: OperatorFaultCode,
    reason: string,
    fix: string,
    details: { field?: string; waitS?: number } = {},
  ) {
    super(reason)
    this.status = statuses[code]
    this.waitS = details.waitS
    this.body = {
      status: 'FAILED',
      code,
      reasons: [{ field: details.field ?? '', description: reason, fix }],
    }
  }
}

/** Returns `error` if it is a `Fault`. */
export function toFault(error: unknown): Fault | undefined {
  return (error as Fault | null)?.name === 'Fault' ? (error as Fault) : undefined
}
