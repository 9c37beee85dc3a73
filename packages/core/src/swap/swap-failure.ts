import { type ErrorCode, hasCode, LatchkeyError } from '@latchkey/protocol'

const unchangedCodes: readonly ErrorCode[] = [
  'aborted',
  'amount-invalid',
  'gateway-answer-invalid',
  'insufficient-funds',
  'origin-not-allowed',
  'project-id-unknown',
  'rate-limited',
]

/** Maps a failed call of the gateway to the error code for a visitor who swaps. */
export function swapFailure(cause: unknown): LatchkeyError {
  if (hasCode(cause) && (unchangedCodes.includes(cause.code) || cause.code.startsWith('swap-')))
    return cause
  const { reason, field } = hasCode(cause, 'gateway-refused') ? cause.context : {}
  return new LatchkeyError(errorCodeOf(reason ?? '', field), { cause, ...(reason && { reason }) })
}

function errorCodeOf(reason: string, field: unknown): ErrorCode {
  if (/insufficient liquidity/i.test(reason)) return 'swap-liquidity-missing'
  if (/insufficient (?:balance|funds)/i.test(reason)) return 'insufficient-funds'
  if (/price (?:has )?moved/i.test(reason)) return 'swap-quote-expired'
  if (field === 'chainId' || /not supported for (?:swaps|gas price)/i.test(reason))
    return 'swap-chain-unsupported'
  return 'swap-unavailable'
}
