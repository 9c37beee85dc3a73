import type { ErrorCode, Social } from '@latchkey/protocol'
import type {
  IdentityKind,
  LoginStep,
  VaultApproval,
  VaultSession,
  VaultWindow,
} from '@latchkey/protocol/vault'

/** How the visitor wants to sign in. */
export type AuthWay =
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: Exclude<Social, 'farcaster'> }
  | { readonly kind: 'farcaster' }

/** Events that a transport sends about the signed-in visitor. */
export type AuthEvent =
  /** The approval that waits for the visitor; null once it is decided or withdrawn. */
  | { readonly type: 'approval'; readonly approval: VaultApproval | null }
  /**
   * `code`: why the vault ended the session, `device-revoked` or `proof-needed`; absent when this
   * page ended it.
   */
  | { readonly type: 'session'; readonly session: VaultSession | null; readonly code?: ErrorCode }
  /** The error of `answer` or `answerEmail`: `code-wrong`, `code-expired`, `code-limit`. */
  | { readonly type: 'code-refused'; readonly code: ErrorCode }

/**
 * Login by email or social account; a connector that has this field supports it. In the visitor's
 * click, `begin` is called with the chosen way to log in. Then `connect` is called as with any
 * wallet; it reports prompts with `kind: 'login'`, and the visitor's answers to them are passed to
 * the methods here.
 */
export interface AuthFeatures {
  /** Ways to log in that the owner offers, in the order to show. */
  readonly ways: readonly IdentityKind[]
  /**
   * Sets how the next `connect` logs in. Synchronous: when it answers a `url`, the caller opens
   * that in the same click as a popup of 600 × 800, or, when the browser blocks popups, follows the
   * step's `leave` in this tab; the login leads back to the page.
   */
  begin(way: AuthWay): { readonly url?: string }
  /** Says whether the popup could be opened; without one the login continues by redirect. */
  opened(handle: Window | null): void
  /**
   * The kind of a login that continued by redirect and needs one more action of the visitor; a
   * `connect` without `begin` continues it.
   */
  waiting(): IdentityKind | null
  /**
   * Says that the visitor now follows a step's `leave` link away from this page, so that the login
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
  /** The session of the signed-in visitor, or null. */
  session(): VaultSession | null
  watch(listener: (event: AuthEvent) => void): () => void
  /** @throws `auth-not-connected` | `email-invalid` */
  changeEmail(email: string): Promise<LoginStep>
  /**
   * Submits the code of the old address, then the code of the new one; answers `connected` when
   * both were right.
   */
  answerEmail(code: string): Promise<LoginStep>
  /**
   * Mails another code to the address whose code is expected.
   * @throws `code-limit` | `code-expired` | `rate-limited`
   */
  resendEmail(): Promise<LoginStep>
  /**
   * Asks the vault who is signed in, as at each return to the page; a change is sent as an event.
   */
  look(): Promise<void>
  /**
   * URL of one of the vault's pages, to be opened in a new window in the same click. `way-out`
   * needs a login in progress; all other pages need a session.
   * @throws `auth-not-connected`
   */
  open(window: Exclude<VaultWindow, 'login' | 'approve' | 'recover'>): { readonly url: string }
  /** Withdraws the waiting approval: the page's request fails with `user-rejected`. */
  reject(): void
  /**
   * The vault's frame, titled "Approval": a child of the document that a dialog may show through a
   * slot; null before the frame is loaded.
   */
  frame(): HTMLIFrameElement | null
  /**
   * Sets the parent element of the frame, so that a dialog can show the frame. A frame with another
   * parent is moved, or loaded again.
   */
  home(parent: Element): void
  signOut(parameters: { readonly everywhere: boolean }): Promise<void>
}
