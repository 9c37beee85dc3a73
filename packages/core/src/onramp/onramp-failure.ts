import { type ErrorCode, hasCode, LatchkeyError } from '@latchkey/protocol'

const kept: readonly ErrorCode[] = [
  'aborted',
  'amount-invalid',
  'onramp-amount-out-of-range',
  'onramp-chain-unsupported',
  'receiver-invalid',
  'project-id-unknown',
  'origin-not-allowed',
]
const named: Readonly<Record<string, ErrorCode>> = {
  amount: 'onramp-amount-out-of-range',
  chainId: 'onramp-chain-unsupported',
}

/** What a failure means to who buys; `unknown` where it means nothing more than that it failed. */
export function onrampFailure(cause: unknown, unknown: ErrorCode): LatchkeyError {
  if (!hasCode(cause)) return new LatchkeyError(unknown, { cause })
  if (kept.includes(cause.code) || cause.code === unknown) return cause
  const { field, reason } = cause.context
  const code =
    (cause.code === 'gateway-refused' && typeof field === 'string' && named[field]) || unknown
  return new LatchkeyError(code, { cause, ...(reason === undefined ? {} : { reason }) })
}
