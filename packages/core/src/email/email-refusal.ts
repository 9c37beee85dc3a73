import { type ErrorCode, hasCode, LatchkeyError } from '@latchkey/protocol'

const refusalCodes: readonly ErrorCode[] = [
  'email-invalid',
  'code-wrong',
  'code-expired',
  'code-limit',
]

/**
 * Maps a refusal of the gateway to the error code for a visitor who enters an email address. The
 * gateway puts this code into the member `field` of its error body.
 */
export function emailRefusal(cause: unknown): unknown {
  const { field, retryAfterMs } = hasCode(cause) ? cause.context : {}
  const code = refusalCodes.find((one) => one === field)
  return code === undefined
    ? cause
    : new LatchkeyError(code, { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })
}
