import type { StoredRecovery } from './window-message.ts'

/**
 * A device without a share that asks the operator's key service to open the wallet there. Times:
 * milliseconds since the epoch.
 */
export interface RecoveryRequest {
  readonly device: string
  /** Browser and system, as its name says. */
  readonly label: string
  /** Empty for the vault's own window. */
  readonly site: string
  readonly askedAt: number
  /** When the waiting time is over. */
  readonly opensAt: number
  /** By the operator: without it nothing is opened, however long it waits. */
  readonly isConfirmed: boolean
  /** What the visitor tells the operator: to the device that asks alone. */
  readonly number?: string
}

/** A line of what was done with an account, for its owner. */
export interface AccountNote {
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly what: string
  /** Of the device, where it is still known. */
  readonly label: string | null
  readonly site: string | null
}

/** The newest first. */
interface NotesPage {
  readonly lines: readonly AccountNote[]
  readonly next?: string
}

/** Calls that guard an account against whoever holds only a part of it. */
export interface ProtectionCalls {
  /**
   * By a device without a share, where the operator keeps a recovery share: begins the waiting
   * time.
   */
  'POST /api/recovery/ask': { body: Record<string, never>; answer: Record<string, never> }
  /** By the device that asked, or by one that holds a share. */
  'POST /api/recovery/stop': { body: { readonly device: string }; answer: Record<string, never> }
  /**
   * A code to the account's address: what it proves is as fresh as a sign-in. `recovery-failed`
   * without an address.
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
   * To the key of each passkey and password of the account a text of 32 bytes is sealed (HPKE,
   * purpose `proof`): who opens one within five minutes, and sends it to
   * `POST /api/proof/keys/verify`, has proved who they are. `recovery-failed` where there is none.
   */
  'POST /api/proof/keys': {
    body: Record<string, never>
    answer: { readonly challenge: string; readonly methods: readonly StoredRecovery[] }
  }
  /** What was opened, base64url. `code-wrong`, `code-expired`. */
  'POST /api/proof/keys/verify': {
    body: { readonly challenge: string; readonly method: string; readonly opened: string }
    answer: Record<string, never>
  }
  /**
   * By a device that holds a share, without a proof: stops everything and ends every session, this
   * one too.
   */
  'POST /api/account/freeze': { body: Record<string, never>; answer: Record<string, never> }
  /** By a device that holds a share, after a fresh proof. */
  'POST /api/account/unfreeze': { body: Record<string, never>; answer: Record<string, never> }
  /** The newest lines of what was done with the account. `next` where there are more. */
  'GET /api/account/history': { body: undefined; answer: NotesPage }
  /** What follows; `after` is the `next` of what came before. */
  'POST /api/account/history': { body: { readonly after: string }; answer: NotesPage }
  /**
   * What the link of a notice stops; by anybody who has it. `vault-refused` (404) for one that is
   * over.
   */
  'POST /api/links/look': {
    body: { readonly link: string }
    answer: { readonly what: 'freeze' | 'stop-recovery' }
  }
  'POST /api/links/use': { body: { readonly link: string }; answer: Record<string, never> }
}
