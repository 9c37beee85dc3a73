import { inWords } from '@latchkey/protocol'
import type { LoginStep } from '@latchkey/protocol/vault'
import type { Kit } from '../machine/kit.ts'
import { requireAuth } from './auth-of.ts'

/**
 * Submits the six digits of a mail that confirms an email address change. Resolves to the step that
 * follows: `code` once more for the new address, then `connected`.
 * @throws `auth-connector-missing` | `auth-not-connected` | `code-wrong` | `code-expired` |
 *   `code-limit` | `identity-taken`
 */
export function confirmEmailChange(
  kit: Kit,
  parameters: confirmEmailChange.Parameters,
): Promise<LoginStep> {
  return inWords(runConfirmEmailChange(kit, parameters))
}

async function runConfirmEmailChange(
  kit: Kit,
  { code }: confirmEmailChange.Parameters,
): Promise<LoginStep> {
  return requireAuth(kit).answerEmail(code)
}

export declare namespace confirmEmailChange {
  type Parameters = { readonly code: string }
}
