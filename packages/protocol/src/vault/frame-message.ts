import type { ChainId } from '../caip/ids.ts'
import type { Social } from '../entities/entity.ts'
import type { ErrorCode } from '../errors/error-code.ts'
import type { LoginStep, VaultApproval, VaultSession, VaultWindow } from './session.ts'

/**
 * The first message from a page to the vault's frame, and the only one that the frame accepts by
 * `window.postMessage`. It transfers one MessagePort and must come from the frame's parent, whose
 * origin must be one of the project. All other messages go through the port as JSON text of at most
 * `vaultMessageLength`.
 */
export interface VaultHello {
  readonly type: 'latchkey-vault-hello'
  /** The highest (`version`) and the lowest (`least`) protocol version that the page supports. */
  readonly version: number
  readonly least: number
  readonly project: string
  /** Random number that the frame repeats in its first message: 32 hex digits. */
  readonly nonce: string
}

/** The first message that the vault's frame sends through the port. */
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

/** Methods of the vault's frame that a page may call. */
export interface VaultMethods {
  /**
   * Returns the visitor's session on this device if the device can still sign, else null; shows no
   * prompt.
   */
  session: { params: { readonly chains: readonly ChainId[] }; result: VaultSession | null }
  'login-email': {
    params: { readonly email: string; readonly chains: readonly ChainId[] }
    result: LoginStep
  }
  /**
   * Checks six digits that the visitor typed, which come either from a mail for the frame's current
   * challenge, or from a sign-in window.
   */
  'login-code': { params: { readonly code: string }; result: LoginStep }
  'login-resend': { params: Record<string, never>; result: LoginStep }
  /**
   * Tells the frame that the page opened a sign-in window for the id `login` in the visitor's
   * click. The page made `login` (32 bytes as base64url). Whoever knows the id can finish the
   * sign-in, but cannot collect its result, which needs a secret of the frame.
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
   * Handles a request to the wallet. It is answered at once when it needs no approval, shown to the
   * visitor, or refused with `request-not-allowed`.
   */
  request: {
    params: { readonly chain: ChainId; readonly method: string; readonly params: unknown }
    result: unknown
  }
  /** Cancels a pending call of `request` whose answer is no longer needed. */
  'request-cancel': { params: { readonly request: number }; result: null }
  /**
   * Changes the visitor's email address: `email-change` with the new address first, then
   * `email-code` with the code sent to the old address, then with the one sent to the new address.
   */
  'email-change': { params: { readonly email: string }; result: LoginStep }
  'email-code': { params: { readonly code: string }; result: LoginStep }
  /** Mails another code to the address whose code is expected. */
  'email-resend': { params: Record<string, never>; result: LoginStep }
  /**
   * Tells the frame that the page opened a window of the vault in the visitor's click. `id` (32
   * random bytes of the page, base64url) is the fragment of the window's URL.
   */
  window: { params: { readonly window: VaultWindow; readonly id: string }; result: null }
  logout: { params: { readonly everywhere: boolean }; result: null }
}

export type VaultMethod = keyof VaultMethods

/**
 * A call of a method of the vault's frame; its id must be higher than that of every earlier call on
 * the port.
 */
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
        /** Error number for a refused wallet request, as EIP-1193 defines it, such as 4001. */
        readonly sourceCode?: number
        /** Seconds until a retry is allowed; with the errors `code-limit` and `rate-limited`. */
        readonly retryAfter?: number
      }
    }

/** Events that the vault's frame sends to the page. */
export type VaultEvent =
  | { readonly event: 'login'; readonly step: LoginStep }
  | { readonly event: 'login-failed'; readonly code: ErrorCode }
  /** The request that waits for the visitor's approval; null once it is decided or withdrawn. */
  | { readonly event: 'approval'; readonly approval: VaultApproval | null }
  /**
   * The visitor's session has changed or ended. `code` is the reason that it ended:
   * `device-revoked`, or `proof-needed` when it expired or was ended elsewhere.
   */
  | { readonly event: 'session'; readonly session: VaultSession | null; readonly code?: ErrorCode }
  /** Sent every 15 s, because the port itself does not report that the other side is gone. */
  | { readonly event: 'alive' }
