import { type ErrorCode, hasCode } from '@latchkey/protocol'

/** The code of an error; `unknown` when it has none. */
export function errorCodeOf(error: unknown): ErrorCode {
  return hasCode(error) ? error.code : 'unknown'
}
