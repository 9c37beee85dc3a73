import type { StoredRecovery } from './window-message.ts'

/**
 * A request by a device without a key share: the operator's key service is to open the wallet on
 * this device. Times are milliseconds since the epoch.
 */
export interface RecoveryRequest {
  readonly device: string
  /** Name of the device: its browser and operating system. */
  readonly label: string
  /**
   * Origin of the page from which the request came; empty when it came from the vault's own window.
   */
  readonly site: string
  readonly askedAt: number
  /** Time when the wait ends that a recovery takes, in milliseconds since the epoch. */
  readonly opensAt: number
  /**
   * Whether the operator confirmed the recovery request; without this the wallet is never opened.
   */
  readonly isConfirmed: boolean
  /**
   * The number by which the operator recognises the request; the visitor tells it to the operator.
   * Only the requesting device gets it.
   */
  readonly number?: string
}

/** One entry in the history of an account, which is shown to the account's owner. */
export interface AccountNote {
  /** Time of the entry, in milliseconds since the epoch. */
  readonly at: number
  readonly what: string
  /** Name of the device; null when it is not known any more. */
  readonly label: string | null
  readonly site: string | null
}

/** One page of an account's history, newest entry first. */
interface NotesPage {
  readonly lines: readonly AccountNote[]
  readonly next?: string
}

/** Calls that protect an account against an attacker who controls only a part of it. */
export interface ProtectionCalls {
  /**
   * Asks for a recovery by the operator and starts its waiting time. Called by a device without a
   * key share, and possible only where the operator holds a recovery share.
   */
  'POST /api/recovery/ask': { body: Record<string, never>; answer: Record<string, never> }
  /**
   * Stops a recovery request. The requesting device may call this, and any device that holds a key
   * share.
   */
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
   * Encrypts 32 random bytes to the key of each passkey and password of the account (HPKE, purpose
   * `proof`). Whoever returns the plain bytes to `POST /api/proof/keys/verify` within five minutes
   * has proved the identity. Error: `recovery-failed` when the account has neither a passkey nor a
   * password.
   */
  'POST /api/proof/keys': {
    body: Record<string, never>
    answer: { readonly challenge: string; readonly methods: readonly StoredRecovery[] }
  }
  /**
   * Proves the identity: `opened` is the decrypted bytes of `POST /api/proof/keys`, base64url.
   * Errors: `code-wrong`, `code-expired`.
   */
  'POST /api/proof/keys/verify': {
    body: { readonly challenge: string; readonly method: string; readonly opened: string }
    answer: Record<string, never>
  }
  /**
   * Freezes the account and ends every session, including the caller's. Called by a device that
   * holds a key share; no proof of identity is needed.
   */
  'POST /api/account/freeze': { body: Record<string, never>; answer: Record<string, never> }
  /**
   * Unfreezes the account; needs a device that holds a key share, and a recent proof of identity.
   */
  'POST /api/account/unfreeze': { body: Record<string, never>; answer: Record<string, never> }
  /** Returns the newest entries of the account's history; `next` is present when there are more. */
  'GET /api/account/history': { body: undefined; answer: NotesPage }
  /** Returns the next page of the account's history; `after` is the `next` of the page before. */
  'POST /api/account/history': { body: { readonly after: string }; answer: NotesPage }
  /**
   * Returns which action the link in a notice mail performs; anybody who has the link may ask.
   * Error: `vault-refused` (404) when the link has expired.
   */
  'POST /api/links/look': {
    body: { readonly link: string }
    answer: { readonly what: 'freeze' | 'stop-recovery' }
  }
  'POST /api/links/use': { body: { readonly link: string }; answer: Record<string, never> }
}
