import type { Social } from '../entities/entity.ts'
import type { Proved } from './proof.ts'

/** Calls of a sign-in in a window: from the waiting frame, and from the window. */
export interface LoginCalls {
  /**
   * Registers a sign-in that the frame waits for; `secret` is the SHA-256, base64url, of a text
   * that only the frame knows and that `wait` requires.
   */
  'POST /api/logins': {
    body: {
      readonly project: string
      readonly login: string
      readonly secret: string
      readonly provider: Social
      /** Origin of the page around the frame; the vault's own origin for its window. */
      readonly site: string
    }
    answer: {
      readonly expiresAt: number
      /** Address of the QR code and the link, for Farcaster only. */
      readonly uri?: string
    }
  }
  /**
   * Answers at once when the state differs from `seen`, else after at most 20 s. `proved` is
   * returned once.
   */
  'POST /api/logins/wait': {
    body: { readonly login: string; readonly secret: string; readonly seen: LoginState['state'] }
    answer: LoginState
  }
  /**
   * Returns what the window shows. If the sign-in is not registered yet, the call waits some
   * seconds for the registration. After the identity is proved, it answers only the browser to
   * which the sign-in is bound, until the result is collected.
   */
  'POST /api/logins/look': {
    body: { readonly login: string }
    answer: {
      readonly provider: Social
      readonly site: string
      /**
       * Label of the account's first identity, when this sign-in adds another identity to an
       * existing account.
       */
      readonly account?: string
      /** The proved identity, while the visitor has not yet agreed to add it to the account. */
      readonly identity?: string
      /** Number to type into the page, when no page confirmed that it opened the window. */
      readonly number?: string
    }
  }
  /**
   * Called by the window before it goes to `GET /api/oauth/{provider}/start?login=`: binds the
   * sign-in to this browser by a cookie. If no page with an origin of the project has confirmed
   * that it opened the window, a random number is chosen, which `look` returns after the identity
   * is proved. With `agreed`, which is sent after the identity is proved, the visitor agrees that
   * the identity is added to the account.
   */
  'POST /api/logins/proceed': {
    body:
      | { readonly login: string }
      | { readonly login: string; readonly vouched: true; readonly site: string }
      | { readonly login: string; readonly agreed: true }
    answer: Record<string, never>
  }
  /**
   * Called by the frame with the number that the visitor typed into the page. A wrong number gives
   * `code-wrong`, the third wrong one `login-number-wrong`.
   */
  'POST /api/logins/confirm': {
    body: { readonly login: string; readonly secret: string; readonly number: string }
    answer: Record<string, never>
  }
  /**
   * Heartbeat every 300 ms while the window shows a page of the vault; `leaving` announces the
   * redirect to the provider.
   */
  'POST /api/logins/beat': {
    body: { readonly login: string; readonly leaving: boolean }
    answer: Record<string, never>
  }
}

export type LoginState =
  /**
   * `number`: the identity is proved and the window shows a number. The page receives the identity
   * after the visitor has typed the number into it.
   */
  | { readonly state: 'awaited' | 'open' | 'away' | 'closed' | 'number' }
  /** The identity was added to the account; returned once. */
  | { readonly state: 'added' }
  | { readonly state: 'proved'; readonly proved: Proved }
  | {
      readonly state: 'failed'
      readonly code:
        | 'login-refused'
        | 'login-number-wrong'
        | 'login-expired'
        | 'farcaster-failed'
        | 'identity-taken'
    }
