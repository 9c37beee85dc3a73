import { type ErrorCode, hasCode } from '@latchkey/protocol'

/** The code of whatever was thrown; `unknown` where it has none. */
export function readCode(error: unknown): ErrorCode {
  return hasCode(error) ? error.code : 'unknown'
}
