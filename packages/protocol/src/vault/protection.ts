import type { StoredRecovery } from './window-message.ts'

/**
 * The request of a device without a share for the operator's key service to open the wallet there.
 * Times are milliseconds since the epoch.
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
  /** Whether the operator confirmed the request: without this it never opens. */
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
   * Starts the waiting time of a recovery by the operator, from a device without a share; only
   * where the operator holds a recovery share.
   */
  'POST /api/recovery/ask': { body: Record<string, never>; answer: Record<string, never> }
  /** Stops a request, from the requesting device or a device that holds a share. */
  'POST /api/recovery/stop': { body: { readonly device: string }; answer: Record<string, never> }
  /**
   * Mails a code to the account's address; verifying it counts like a new sign-in.
   * `recovery-failed` without an address.
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
   * the identity. `recovery-failed` without a passkey or password.
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
   * Freezes the account and ends every session, including this one; from a device that holds a
   * share, without a proof.
   */
  'POST /api/account/freeze': { body: Record<string, never>; answer: Record<string, never> }
  /** Unfreezes the account; from a device that holds a share, after a recent proof. */
  'POST /api/account/unfreeze': { body: Record<string, never>; answer: Record<string, never> }
  /** The newest lines of the account's history; `next` when there are more. */
  'GET /api/account/history': { body: undefined; answer: NotesPage }
  /** The next page of the history; `after` is the `next` of the page before. */
  'POST /api/account/history': { body: { readonly after: string }; answer: NotesPage }
  /**
   * Shows the action of a notice's link, to anybody who has the link. `vault-refused` (404) for an
   * expired one.
   */
  'POST /api/links/look': {
    body: { readonly link: string }
    answer: { readonly what: 'freeze' | 'stop-recovery' }
  }
  'POST /api/links/use': { body: { readonly link: string }; answer: Record<string, never> }
}
