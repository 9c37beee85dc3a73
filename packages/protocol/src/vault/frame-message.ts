import type { ChainId } from '../caip/ids.ts'
import type { Social } from '../entities/entity.ts'
import type { ErrorCode } from '../errors/error-code.ts'
import type { LoginStep, VaultApproval, VaultSession, VaultWindow } from './session.ts'

/**
 * The one window message a frame of the vault takes, with one port: from its parent, of an origin
 * of the project. All else goes over the port as JSON text of at most `vaultMessageLength`.
 */
export interface VaultHello {
  readonly type: 'latchkey-vault-hello'
  /** Highest and lowest version the page speaks. */
  readonly version: number
  readonly least: number
  readonly project: string
  /** 32 hex digits. */
  readonly nonce: string
}

/** The frame's first text on the port. */
export interface VaultWelcome {
  readonly type: 'welcome'
  /** The highest version both speak. */
  readonly version: number
  readonly nonce: string
  /** New at each load, so that nothing of an earlier one can be played again. */
  readonly load: string
}

/** What a page may ask of the frame, by method. */
export interface VaultMethods {
  /** What was signed in on this device and may still sign; no prompt, null without. */
  session: { params: { readonly chains: readonly ChainId[] }; result: VaultSession | null }
  'login-email': {
    params: { readonly email: string; readonly chains: readonly ChainId[] }
    result: LoginStep
  }
  /**
   * Six digits: of a mail, bound to the challenge that the frame holds, or those that the window of
   * a sign-in shows.
   */
  'login-code': { params: { readonly code: string }; result: LoginStep }
  'login-resend': { params: Record<string, never>; result: LoginStep }
  /**
   * A window for `login` was opened in the click. The page made `login` (32 bytes as base64url);
   * whoever knows it can only finish the sign-in, not collect it: that takes a secret of the frame.
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
   * A wallet's request: answered from the safe list, put before the visitor, or refused with
   * `request-not-allowed`.
   */
  request: {
    params: { readonly chain: ChainId; readonly method: string; readonly params: unknown }
    result: unknown
  }
  /** Nobody waits for the answer to `request` any more. */
  'request-cancel': { params: { readonly request: number }; result: null }
  /** First `email`; then the code sent to the old address; then the one sent to the new. */
  'email-change': { params: { readonly email: string }; result: LoginStep }
  'email-code': { params: { readonly code: string }; result: LoginStep }
  /** Another code to the address whose code is waited for. */
  'email-resend': { params: Record<string, never>; result: LoginStep }
  /**
   * The page opened, in the click, the window of that address with `#id` (32 bytes it made,
   * base64url).
   */
  window: { params: { readonly window: VaultWindow; readonly id: string }; result: null }
  logout: { params: { readonly everywhere: boolean }; result: null }
}

export type VaultMethod = keyof VaultMethods

/** Ids rise by at least one on a port; what does not is refused. */
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
        /** Plain, bounded. */
        readonly reason?: string
        /** Code of a wallet's RPC error where the request was one: 4001. */
        readonly sourceCode?: number
        /** Seconds, with `code-limit` and `rate-limited`. */
        readonly retryAfter?: number
      }
    }

/** What the frame tells unasked. */
export type VaultEvent =
  | { readonly event: 'login'; readonly step: LoginStep }
  | { readonly event: 'login-failed'; readonly code: ErrorCode }
  /** The one approval that stands; null when it is decided or withdrawn. */
  | { readonly event: 'approval'; readonly approval: VaultApproval | null }
  /**
   * `code`: why the vault ended it: `device-revoked`, or `proof-needed` where it is over or was
   * ended elsewhere.
   */
  | { readonly event: 'session'; readonly session: VaultSession | null; readonly code?: ErrorCode }
  /** Every 15 s: a port whose other side went away says nothing by itself. */
  | { readonly event: 'alive' }
