import { type ErrorCode, hasCode, LatchkeyError } from '@latchkey/protocol'

const unchangedCodes: readonly ErrorCode[] = [
  'aborted',
  'amount-invalid',
  'onramp-amount-out-of-range',
  'onramp-chain-unsupported',
  'receiver-invalid',
  'project-id-unknown',
  'origin-not-allowed',
]
const codesByField: Readonly<Record<string, ErrorCode>> = {
  amount: 'onramp-amount-out-of-range',
  chainId: 'onramp-chain-unsupported',
}

/** Maps a failure to the error code for a visitor who buys coins; `unknown` is the default code. */
export function onrampFailure(cause: unknown, unknown: ErrorCode): LatchkeyError {
  if (!hasCode(cause)) return new LatchkeyError(unknown, { cause })
  if (unchangedCodes.includes(cause.code) || cause.code === unknown) return cause
  const { field, reason } = cause.context
  const code =
    (cause.code === 'gateway-refused' && typeof field === 'string' && codesByField[field]) ||
    unknown
  return new LatchkeyError(code, { cause, ...(reason === undefined ? {} : { reason }) })
}
