import { inWords } from '@latchkey/protocol'
import type { LoginStep } from '@latchkey/protocol/vault'
import type { Kit } from '../machine/kit.ts'
import { requireAuth } from './auth-of.ts'

/**
 * Starts to change the email address of an account that logs in by email or social account. A code
 * is mailed to the old address, or, when the account has none, to the new one; pass it to
 * `confirmEmailChange`.
 * @throws `auth-connector-missing` | `auth-not-connected` | `email-invalid` | `proof-needed` |
 *   `code-limit` | `rate-limited`
 */
export function changeEmail(kit: Kit, parameters: changeEmail.Parameters): Promise<LoginStep> {
  return inWords(runChangeEmail(kit, parameters))
}

async function runChangeEmail(kit: Kit, { email }: changeEmail.Parameters): Promise<LoginStep> {
  return requireAuth(kit).changeEmail(email)
}

export declare namespace changeEmail {
  type Parameters = {
    /** The new address, as the visitor typed it. */
    readonly email: string
  }
}
