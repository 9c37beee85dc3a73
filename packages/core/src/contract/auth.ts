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

/** What a transport says unasked of the one who signed in with it. */
export type AuthEvent =
  /** The one approval that stands; null when it is decided or withdrawn. */
  | { readonly type: 'approval'; readonly approval: VaultApproval | null }
  /**
   * `code`: why the vault ended it, `device-revoked` or `proof-needed`; without one it ended here.
   */
  | { readonly type: 'session'; readonly session: VaultSession | null; readonly code?: ErrorCode }
  /** What `answer` or `answerEmail` rejected with: `code-wrong`, `code-expired`, `code-limit`. */
  | { readonly type: 'code-refused'; readonly code: ErrorCode }

/**
 * Signing in by email or a social account; its presence is the capability. `begin` says how, in the
 * click; then `connect` is called as with any wallet, prompts with `kind: 'login'`, and is answered
 * here.
 */
export interface AuthFeatures {
  /** What the owner offers, in the order to show. */
  readonly ways: readonly IdentityKind[]
  /**
   * Says how the next `connect` signs in. Synchronous: where it answers a `url`, that is opened in
   * the same click as a window of 600 × 800, or, where the browser blocks it, the step's `leave`
   * leads there in this tab, and back.
   */
  begin(way: AuthWay): { readonly url?: string }
  /** Whether a window could be opened; without one the sign-in goes on by redirect. */
  opened(handle: Window | null): void
  /**
   * A sign-in that went on by redirect and needs the visitor once more: a `connect` without `begin`
   * goes on with it.
   */
  waiting(): IdentityKind | null
  /** The visitor follows a step's `leave` now: this page finds the sign-in again on its return. */
  leaving(): void
  /**
   * Six digits of a mail, or of the window where it shows some; resolves when they were right.
   * @throws `code-wrong` | `code-expired` | `code-limit` | `login-number-wrong`
   */
  answer(code: string): Promise<void>
  resend(): Promise<void>
  /** Of the visitor signed in, null without. */
  session(): VaultSession | null
  watch(listener: (event: AuthEvent) => void): () => void
  /** @throws `auth-not-connected` | `email-invalid` */
  changeEmail(email: string): Promise<LoginStep>
  /** The old address' code, then the new one's; `connected` when it is done. */
  answerEmail(code: string): Promise<LoginStep>
  /**
   * Another code, to the address whose code is waited for. @throws `code-limit` | `code-expired` |
   * `rate-limited`
   */
  resendEmail(): Promise<LoginStep>
  /**
   * Asks the vault who is signed in, as at each return to the page; what changed is told as an
   * event.
   */
  look(): Promise<void>
  /**
   * Address of a window of the vault, to be opened in the same click; `way-out` needs a sign-in
   * under way, not one that stands. @throws `auth-not-connected`
   */
  open(window: Exclude<VaultWindow, 'login' | 'approve' | 'recover'>): { readonly url: string }
  /** Withdraws the approval that stands: the page's request is answered `user-rejected`. */
  reject(): void
  /**
   * The vault's frame, titled "Approval": a child of the document that a dialog may show through a
   * slot; null before it is there.
   */
  frame(): HTMLIFrameElement | null
  /**
   * Where the frame shall be a child, so that a dialog can show it; one that stands elsewhere is
   * moved, or loaded anew.
   */
  home(parent: Element): void
  signOut(parameters: { readonly everywhere: boolean }): Promise<void>
}
