import type { Social } from '../entities/entity.ts'
import type { Proved } from './proof.ts'

/**
 * Calls about sign-ins by window: of the frame that waits, and of the window that goes through with
 * it.
 */
export interface LoginCalls {
  /**
   * Registers a sign-in by window that the frame waits for; `secret` is the SHA-256, base64url, of
   * the text that only the frame knows and that `wait` is given.
   */
  'POST /api/logins': {
    body: {
      readonly project: string
      readonly login: string
      readonly secret: string
      readonly provider: Social
      /** The page around the frame; the vault's own origin for its window. */
      readonly site: string
    }
    answer: {
      readonly expiresAt: number
      /** Farcaster only. */
      readonly uri?: string
    }
  }
  /**
   * Answers at once when anything differs from `seen`, else after 20 s at most. `proved` is handed
   * out once.
   */
  'POST /api/logins/wait': {
    body: { readonly login: string; readonly secret: string; readonly seen: LoginState['state'] }
    answer: LoginState
  }
  /**
   * Of the window: what to show; waits some seconds for a sign-in that is not registered yet. Once
   * somebody was proved it answers the one browser the sign-in is bound to, until it is handed out.
   */
  'POST /api/logins/look': {
    body: { readonly login: string }
    answer: {
      readonly provider: Social
      readonly site: string
      /** The account that the way to sign in is added to: its first identity's label. */
      readonly account?: string
      /**
       * Who was proved, where it is still to be agreed to that this is the account's from now on.
       */
      readonly identity?: string
      /** To be typed into the page, where no opener vouched for it. */
      readonly number?: string
    }
  }
  /**
   * Of the window, before it goes to `GET /api/oauth/{provider}/start?login=`: binds the sign-in to
   * this browser by a cookie. Where no opener of the project's origins vouched for it, a number is
   * drawn for this browser, which `look` tells it once somebody was proved. `agreed`, after that:
   * the identity is to be the account's.
   */
  'POST /api/logins/proceed': {
    body:
      | { readonly login: string }
      | { readonly login: string; readonly vouched: true; readonly site: string }
      | { readonly login: string; readonly agreed: true }
    answer: Record<string, never>
  }
  /**
   * Of the frame: the number that the visitor typed into the page. Wrong: `code-wrong`, the third
   * time `login-number-wrong`.
   */
  'POST /api/logins/confirm': {
    body: { readonly login: string; readonly secret: string; readonly number: string }
    answer: Record<string, never>
  }
  /**
   * Every 300 ms while a page of the vault is in the window; `leaving` announces the provider's.
   */
  'POST /api/logins/beat': {
    body: { readonly login: string; readonly leaving: boolean }
    answer: Record<string, never>
  }
}

export type LoginState =
  /**
   * `number`: proved, and handed out once the number that the window shows was typed into the page.
   */
  | { readonly state: 'awaited' | 'open' | 'away' | 'closed' | 'number' }
  /** The other way to sign in is the account's; handed out once. */
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
