import { type ErrorCode, LatchkeyError } from '@latchkey/protocol'

const reasons = {
  'login-expired': 'The sign-in is over, or was never begun',
  'login-refused': 'The sign-in goes on in another browser, or this way is not offered',
  'login-number-wrong': 'This is not the number the window shows',
} as const satisfies Partial<Record<ErrorCode, string>>

/**
 * Creates the error with which a sign-in call is refused. The page reads `code` from the `field` of
 * the error body.
 * @param status - 404: the sign-in is not known (yet); 409: it is over; 403: it belongs to another
 * caller, or the provider is not offered
 */
export function refuseLogin(code: keyof typeof reasons, status: 403 | 404 | 409): LatchkeyError {
  return new LatchkeyError(code, { reason: reasons[code], sourceCode: status, field: code })
}
