import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'

/** Default HTTP status and description of each error code. */
export type CodeRefusals = Readonly<Partial<Record<ErrorCode, readonly [number, string]>>>

/** Settings of one refusal that replace the defaults of its error code. */
export interface RefusalDetails {
  /** Seconds after which the caller may try again. */
  readonly retryAfter?: number
  readonly status?: number
  /** Explanation that the caller reads in the answer; it never repeats the caller's input. */
  readonly reason?: string
}

/** Creates the error that makes the gateway answer with `code` as the refusal's field. */
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
