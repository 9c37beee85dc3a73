import { createHmac } from 'node:crypto'
import type { Way } from './open-provider.ts'

/**
 * Nonce and PKCE verifier of a way, from what lies in the browser alone: the database holds
 * neither, and another browser cannot finish what this one began.
 * @param browser - the cookie
 */
export function deriveWay(browser: string, state: string): Way {
  const deriveSecret = (purpose: string) =>
    createHmac('sha256', browser).update(`${purpose} ${state}`).digest('base64url')
  return { state, nonce: deriveSecret('nonce'), verifier: deriveSecret('verifier') }
}
