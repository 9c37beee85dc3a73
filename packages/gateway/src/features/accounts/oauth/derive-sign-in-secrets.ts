import { createHmac } from 'node:crypto'
import type { SignInSecrets } from './open-provider.ts'

/**
 * Derives the nonce and PKCE verifier of an OAuth flow from the browser's cookie. So the database
 * stores neither of them, and no other browser can finish the flow.
 * @param browser - the browser's cookie
 */
export function deriveSignInSecrets(browser: string, state: string): SignInSecrets {
  const deriveSecret = (purpose: string) =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url')
  return { state, nonce: deriveSecret('nonce'), verifier: deriveSecret('verifier') }
}
