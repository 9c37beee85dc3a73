import type { StoredRecovery } from './window-message.ts'

/**
 * A request by a device that has no share: the operator's key service shall open the wallet on this
 * device. Times are milliseconds since the epoch.
 */
export interface RecoveryRequest {
  readonly device: string
  /** Browser and operating system, as the device's name. */
  readonly label: string
  /** Origin of the page; empty for the vault's own window. */
  readonly site: string
  readonly askedAt: number
  /** End of the waiting time. */
  readonly opensAt: number
  /** Whether the operator confirmed the request; otherwise the wallet is never opened. */
  readonly isConfirmed: boolean
  /** Number that the visitor tells the operator; only in answers to the requesting device. */
  readonly number?: string
}

/** A line of the account's history, for its owner. */
export interface AccountNote {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly what: string
  /** Label of the device, while it is known. */
  readonly label: string | null
  readonly site: string | null
}

/** Lines, newest first. */
interface NotesPage {
  readonly lines: readonly AccountNote[]
  readonly next?: string
}

/** Calls that protect an account against an attacker who controls only a part of it. */
export interface ProtectionCalls {
  /**
   * Starts the waiting time of a recovery by the operator. Called by a device without a share, and
   * only possible where the operator holds a recovery share.
   */
  'POST /api/recovery/ask': { body: Record<string, never>; answer: Record<string, never> }
  /** Stops a recovery request; the requesting device or one that holds a share may call this. */
  'POST /api/recovery/stop': { body: { readonly device: string }; answer: Record<string, never> }
  /**
   * Mails a code to the account's address; verifying the code counts like a new sign-in. Error:
   * `recovery-failed` when the account has no address.
   */
  'POST /api/proof/start': {
    body: Record<string, never>
    answer: { readonly challenge: string; readonly expiresAt: number; readonly resendAt: number }
  }
  'POST /api/proof/verify': {
    body: { readonly challenge: string; readonly code: string }
    answer: Record<string, never>
  }
  /**
   * Encrypts 32 bytes to the key of each passkey and password of the account (HPKE, purpose
   * `proof`). Returning the plain bytes to `POST /api/proof/keys/verify` within five minutes proves
   * the identity. Error: `recovery-failed` when the account has neither a passkey nor a password.
   */
  'POST /api/proof/keys': {
    body: Record<string, never>
    answer: { readonly challenge: string; readonly methods: readonly StoredRecovery[] }
  }
  /** The decrypted bytes, base64url. Errors: `code-wrong`, `code-expired`. */
  'POST /api/proof/keys/verify': {
    body: { readonly challenge: string; readonly method: string; readonly opened: string }
    answer: Record<string, never>
  }
  /**
   * Freezes the account and ends every session, including the caller's. Called by a device that
   * holds a share; no proof of identity is needed.
   */
  'POST /api/account/freeze': { body: Record<string, never>; answer: Record<string, never> }
  /** Unfreezes the account; needs a device that holds a share, and a recent proof of identity. */
  'POST /api/account/unfreeze': { body: Record<string, never>; answer: Record<string, never> }
  /** The newest lines of the account's history; `next` when there are more. */
  'GET /api/account/history': { body: undefined; answer: NotesPage }
  /** The next page of the history; `after` is the `next` of the page before. */
  'POST /api/account/history': { body: { readonly after: string }; answer: NotesPage }
  /**
   * Returns which action the link in a notice mail performs, to anybody who has the link. Error:
   * `vault-refused` (404) when the link has expired.
   */
  'POST /api/links/look': {
    body: { readonly link: string }
    answer: { readonly what: 'freeze' | 'stop-recovery' }
  }
  'POST /api/links/use': { body: { readonly link: string }; answer: Record<string, never> }
}
