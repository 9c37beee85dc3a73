import { type ErrorCode, hasCode, LatchkeyError } from '@latchkey/protocol'

const named: readonly ErrorCode[] = ['email-invalid', 'code-wrong', 'code-expired', 'code-limit']

/**
 * What a refusal means to who gives an address: the gateway names the code as the field it
 * complains of.
 */
export function emailRefusal(cause: unknown): unknown {
  const { field, retryAfterMs } = hasCode(cause) ? cause.context : {}
  const code = named.find((one) => one === field)
  return code === undefined
    ? cause
    : new LatchkeyError(code, { cause, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })
}
