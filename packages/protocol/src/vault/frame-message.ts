import type { ChainId } from '../caip/ids.ts'
import type { Social } from '../entities/entity.ts'
import type { ErrorCode } from '../errors/error-code.ts'
import type { LoginStep, VaultApproval, VaultSession, VaultWindow } from './session.ts'

/**
 * The only message that a frame of the vault accepts by `window.postMessage`. It transfers one
 * MessagePort and must come from the frame's parent, whose origin must be one of the project. All
 * other messages go through the port as JSON text of at most `vaultMessageLength`.
 */
export interface VaultHello {
  readonly type: 'latchkey-vault-hello'
  /** Highest and lowest protocol version of the page. */
  readonly version: number
  readonly least: number
  readonly project: string
  /** 32 hex digits. */
  readonly nonce: string
}

/** The frame's first message on the port. */
export interface VaultWelcome {
  readonly type: 'welcome'
  /** The highest protocol version that both the page and the vault support. */
  readonly version: number
  readonly nonce: string
  /**
   * Random id of this load of the frame, so that messages of an earlier load cannot be replayed.
   */
  readonly load: string
}

/** Methods that a page may call on the frame. */
export interface VaultMethods {
  /** Returns the session of this device if it can still sign, else null; without a prompt. */
  session: { params: { readonly chains: readonly ChainId[] }; result: VaultSession | null }
  'login-email': {
    params: { readonly email: string; readonly chains: readonly ChainId[] }
    result: LoginStep
  }
  /**
   * Checks six digits that the visitor typed: either from a mail, for the frame's current
   * challenge, or from a sign-in window.
   */
  'login-code': { params: { readonly code: string }; result: LoginStep }
  'login-resend': { params: Record<string, never>; result: LoginStep }
  /**
   * Reports that a window for `login` was opened in the click. The page made `login` (32 bytes as
   * base64url); knowing it allows finishing the sign-in but not collecting it, which needs a secret
   * of the frame.
   */
  'login-window': {
    params: {
      readonly login: string
      readonly provider: Social
      readonly chains: readonly ChainId[]
    }
    result: LoginStep
  }
  'login-farcaster': { params: { readonly chains: readonly ChainId[] }; result: LoginStep }
  'login-cancel': { params: Record<string, never>; result: null }
  /**
   * Handles a wallet request: answered when it is on the safe list, shown to the visitor, or
   * refused with `request-not-allowed`.
   */
  request: {
    params: { readonly chain: ChainId; readonly method: string; readonly params: unknown }
    result: unknown
  }
  /** Cancels a pending `request` whose answer is no longer needed. */
  'request-cancel': { params: { readonly request: number }; result: null }
  /**
   * Changes the email address: `email` first, then the code sent to the old address, then the one
   * sent to the new.
   */
  'email-change': { params: { readonly email: string }; result: LoginStep }
  'email-code': { params: { readonly code: string }; result: LoginStep }
  /** Mails another code to the same address. */
  'email-resend': { params: Record<string, never>; result: LoginStep }
  /**
   * Reports that the page opened a vault window in the click, with `#id` (32 random bytes of the
   * page, base64url).
   */
  window: { params: { readonly window: VaultWindow; readonly id: string }; result: null }
  logout: { params: { readonly everywhere: boolean }; result: null }
}

export type VaultMethod = keyof VaultMethods

/** A call to the frame; its id must be higher than that of every earlier call on the port. */
export type VaultRequest = {
  [M in VaultMethod]: {
    readonly id: number
    readonly method: M
    readonly params: VaultMethods[M]['params']
  }
}[VaultMethod]

export type VaultAnswer =
  | { readonly id: number; readonly result: unknown }
  | {
      readonly id: number
      readonly error: {
        readonly code: ErrorCode
        /** Explanation of the error for developers: plain text of limited length. */
        readonly reason?: string
        /** RPC error code of a wallet request, such as 4001. */
        readonly sourceCode?: number
        /** Seconds until a retry, with `code-limit` and `rate-limited`. */
        readonly retryAfter?: number
      }
    }

/** Events that the frame sends. */
export type VaultEvent =
  | { readonly event: 'login'; readonly step: LoginStep }
  | { readonly event: 'login-failed'; readonly code: ErrorCode }
  /** The current approval; null when it is decided or withdrawn. */
  | { readonly event: 'approval'; readonly approval: VaultApproval | null }
  /**
   * `code` is the reason that the session ended: `device-revoked`, or `proof-needed` when it
   * expired or was ended elsewhere.
   */
  | { readonly event: 'session'; readonly session: VaultSession | null; readonly code?: ErrorCode }
  /** Sent every 15 s: the port itself does not report that the other side is gone. */
  | { readonly event: 'alive' }
