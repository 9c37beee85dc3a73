import type { ErrorCode, Social } from '@latchkey/protocol'
import type {
  IdentityKind,
  LoginStep,
  VaultApproval,
  VaultSession,
  VaultWindow,
} from '@latchkey/protocol/vault'

/** The way in which the visitor wants to log in, with the email address if it is by email. */
export type AuthWay =
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: Exclude<Social, 'farcaster'> }
  | { readonly kind: 'farcaster' }

/** Events about the signed-in visitor of a login by email or social account. */
export type AuthEvent =
  /** The request that waits for the visitor's approval; null once it is decided or withdrawn. */
  | { readonly type: 'approval'; readonly approval: VaultApproval | null }
  /**
   * The visitor's session has changed or ended. `code` is the reason for which the vault ended it,
   * `device-revoked` or `proof-needed`; it is absent when this page ended the session.
   */
  | { readonly type: 'session'; readonly session: VaultSession | null; readonly code?: ErrorCode }
  /**
   * A mailed or shown code that was passed to `answer` or `answerEmail` was refused: `code-wrong`,
   * `code-expired` or `code-limit`.
   */
  | { readonly type: 'code-refused'; readonly code: ErrorCode }

/**
 * The functions of a login by email or social account. A connector that supports such logins has
 * them in its field `auth`. In the visitor's click, `begin` is called with the chosen way to log
 * in. Then `connect` is called as with any wallet; it reports prompts with `kind: 'login'`, and the
 * visitor's answers to these prompts are passed to the methods here.
 */
export interface AuthFeatures {
  /** Ways to log in that the owner offers, in the order to show. */
  readonly ways: readonly IdentityKind[]
  /**
   * Sets how the next `connect` logs in; synchronous. When it returns a `url`, the caller opens
   * this URL in the same click in a popup of 600 × 800 pixels. When the browser blocks popups, the
   * caller opens the step's `leave` link in this tab instead; the login leads back to the page.
   */
  begin(way: AuthWay): { readonly url?: string }
  /**
   * Tells whether the popup could be opened: `handle` is its window, or null. Without a popup the
   * login continues by redirect.
   */
  opened(handle: Window | null): void
  /**
   * Returns the kind of a login that continued by redirect and needs one more action of the
   * visitor; null when there is none. A `connect` without `begin` continues that login.
   */
  waiting(): IdentityKind | null
  /**
   * Tells that the visitor now leaves this page by a step's `leave` link, so that the login
   * continues when the visitor returns.
   */
  leaving(): void
  /**
   * Submits the six digits that a mail or the popup shows to the visitor; resolves when they were
   * right.
   * @throws `code-wrong` | `code-expired` | `code-limit` | `login-number-wrong`
   */
  answer(code: string): Promise<void>
  resend(): Promise<void>
  /** Returns the session of the signed-in visitor, or null. */
  session(): VaultSession | null
  watch(listener: (event: AuthEvent) => void): () => void
  /**
   * Starts to change the visitor's email address to `email`; the codes that are mailed are passed
   * to `answerEmail`.
   * @throws `auth-not-connected` | `email-invalid`
   */
  changeEmail(email: string): Promise<LoginStep>
  /**
   * Submits a code of an email address change: first the code mailed to the old address, then the
   * code mailed to the new one. Resolves to the step `connected` when both were right.
   */
  answerEmail(code: string): Promise<LoginStep>
  /**
   * Mails another code to the address whose code is expected.
   * @throws `code-limit` | `code-expired` | `rate-limited`
   */
  resendEmail(): Promise<LoginStep>
  /**
   * Asks the vault who is signed in; this also happens each time the visitor returns to the page. A
   * change is sent as an event.
   */
  look(): Promise<void>
  /**
   * Returns the URL of one of the vault's pages, to be opened in a new window in the visitor's
   * click. `way-out` needs a login in progress; all other pages need a session.
   * @throws `auth-not-connected`
   */
  open(window: Exclude<VaultWindow, 'login' | 'approve' | 'recover'>): { readonly url: string }
  /** Withdraws the request that waits for the visitor's approval: it fails with `user-rejected`. */
  reject(): void
  /**
   * Returns the vault's iframe, which has the title "Approval"; null before it is loaded. The
   * iframe is in the page's document, and a dialog may show it through a slot.
   */
  frame(): HTMLIFrameElement | null
  /**
   * Sets the parent element of the vault's iframe, so that a dialog can show the iframe. An iframe
   * that has another parent is moved, or loaded again.
   */
  home(parent: Element): void
  signOut(parameters: { readonly everywhere: boolean }): Promise<void>
}
