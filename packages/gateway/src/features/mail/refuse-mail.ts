import type { LatchkeyError } from '@latchkey/protocol'
import { type RefusalDetails, refuseByCode } from '../../base/refuse-by-code.ts'

/** Refusals of calls that mail codes. */
export const mailRefusals = {
  'email-invalid': [400, 'This is not an email address'],
  'code-wrong': [400, 'The code is not right'],
  'code-expired': [400, 'The code holds no more'],
  'code-limit': [429, 'Too many codes or tries'],
  'server-error': [503, 'Codes cannot be mailed at the moment: try again later'],
  'rate-limited': [429, 'Too many requests: wait and try again'],
} as const

/** Creates the error that makes a call answer with `code` as the refusal's field. */
export function refuseMail(
  code: keyof typeof mailRefusals,
  details?: RefusalDetails,
): LatchkeyError {
  return refuseByCode(mailRefusals, code, details)
}
