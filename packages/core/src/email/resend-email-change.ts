import { inWords } from '@latchkey/protocol'
import type { LoginStep } from '@latchkey/protocol/vault'
import type { Kit } from '../machine/kit.ts'
import { requireAuth } from './auth-of.ts'

/**
 * Mails another code to the address whose code is expected; allowed from the step's `resendAt` on.
 * @throws `auth-connector-missing` | `auth-not-connected` | `code-expired` | `code-limit` |
 *   `rate-limited`
 */
export function resendEmailChange(kit: Kit): Promise<LoginStep> {
  return inWords(runResendEmailChange(kit))
}

async function runResendEmailChange(kit: Kit): Promise<LoginStep> {
  return requireAuth(kit).resendEmail()
}
