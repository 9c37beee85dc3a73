import type { Social } from '../entities/entity.ts'
import type { Proved } from './proof.ts'

/**
 * Calls about a sign-in that happens in a window of the vault: some come from the frame, which
 * waits for the result, and some from the window.
 */
export interface LoginCalls {
  /**
   * Registers a sign-in for whose result the frame waits. `secret` is the SHA-256, base64url, of a
   * text that only the frame knows, and that the call `POST /api/logins/wait` requires.
   */
  'POST /api/logins': {
    body: {
      readonly project: string
      readonly login: string
      readonly secret: string
      readonly provider: Social
      /**
       * Origin of the page around the frame; for a sign-in that the vault's own window started, the
       * vault's origin.
       */
      readonly site: string
    }
    answer: {
      readonly expiresAt: number
      /** Address that the QR code and the link contain; only for a sign-in with Farcaster. */
      readonly uri?: string
    }
  }
  /**
   * Returns the state of a sign-in: at once when it differs from `seen`, else after at most 20 s.
   * The state `proved` is returned only once.
   */
  'POST /api/logins/wait': {
    body: { readonly login: string; readonly secret: string; readonly seen: LoginState['state'] }
    answer: LoginState
  }
  /**
   * Returns what the sign-in window shows. If the sign-in is not registered yet, the call waits
   * some seconds for the registration. After the identity is proved, the call answers only the
   * browser to which the sign-in is bound, until the result is collected.
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
      /**
       * Label of the identity that was proved, while the visitor has not yet agreed to add it to
       * the account.
       */
      readonly identity?: string
      /**
       * The number that the visitor types into the page; present when no page has confirmed that it
       * opened the window.
       */
      readonly number?: string
    }
  }
  /**
   * Called by the window before it goes to `GET /api/oauth/{provider}/start?login=`: binds the
   * sign-in to this browser by a cookie. If no page with an origin of the project has confirmed
   * that it opened the window, a random number is chosen, which `POST /api/logins/look` returns
   * after the identity is proved. With `agreed`, which is sent after the identity is proved, the
   * visitor agrees that the identity is added to the account.
   */
  'POST /api/logins/proceed': {
    body:
      | { readonly login: string }
      | { readonly login: string; readonly vouched: true; readonly site: string }
      | { readonly login: string; readonly agreed: true }
    answer: Record<string, never>
  }
  /**
   * Called by the frame with the number that the visitor typed into the page. A wrong number is
   * refused with `code-wrong`, the third wrong one with `login-number-wrong`.
   */
  'POST /api/logins/confirm': {
    body: { readonly login: string; readonly secret: string; readonly number: string }
    answer: Record<string, never>
  }
  /**
   * Heartbeat of the sign-in window, sent every 300 ms while it shows a page of the vault;
   * `leaving` announces that the window now goes to the provider.
   */
  'POST /api/logins/beat': {
    body: { readonly login: string; readonly leaving: boolean }
    answer: Record<string, never>
  }
}

export type LoginState =
  /**
   * State of the sign-in window. `number`: the identity is proved, and the window shows a number;
   * the page receives the identity after the visitor has typed this number into the page.
   */
  | { readonly state: 'awaited' | 'open' | 'away' | 'closed' | 'number' }
  /** The identity was added to the account; this state is returned only once. */
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
