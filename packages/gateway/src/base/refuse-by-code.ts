import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'

/** Usual HTTP status and description of each code. */
export type CodeRefusals = Readonly<Partial<Record<ErrorCode, readonly [number, string]>>>

/** How a refusal differs from the usual one of its code. */
export interface RefusalDetails {
  /** Seconds. */
  readonly retryAfter?: number
  readonly status?: number
  /** For whoever reads the answer: never what was sent. */
  readonly reason?: string
}

/** The error that makes a call answer with `code` as the refusal's field. */
export function refuseByCode<T extends CodeRefusals>(
  table: T,
  code: keyof T & ErrorCode,
  { retryAfter, status, reason }: RefusalDetails = {},
): LatchkeyError {
  const [usual, description] = table[code] as readonly [number, string]
  return new LatchkeyError(code, {
    reason: reason ?? description,
    sourceCode: status ?? usual,
    field: code,
    ...(retryAfter === undefined ? {} : { retryAfter }),
  })
}
