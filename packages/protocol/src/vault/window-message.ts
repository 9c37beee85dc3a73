import type { ChainId } from '../caip/ids.ts'
import type { ErrorCode } from '../errors/error-code.ts'
import type { VaultWindow } from './session.ts'

/**
 * Messages from a window of the vault to the vault's frame in the page. Both have the vault's
 * origin and accept only messages with that `origin`, which no page can forge. The window finds the
 * frame in `opener.frames`. When the page's isolation policy cuts the `opener`, the messages go
 * through the gateway instead (`RelayText`).
 */
export type WindowToFrame =
  /**
   * The window's first message. `id` is the id of the sign-in, approval or set-up, taken from the
   * window's URL fragment.
   */
  | { readonly type: 'latchkey-window-hello'; readonly id: string; readonly nonce: string }
  /**
   * The visitor's decision about a request. `payload` is the SHA-256, in hex, of the request that
   * the visitor saw; a decision about another request is refused.
   */
  | {
      readonly type: 'latchkey-window-decided'
      readonly id: string
      readonly approved: boolean
      readonly payload: string
    }
  /**
   * Sent when an approval is possible only after recovery is set up: the window goes on to set up
   * recovery, under the new id `next`.
   */
  | { readonly type: 'latchkey-window-next'; readonly id: string; readonly next: string }
  /**
   * The public key (raw P-256 point, base64url) to which the recovery share of the key is
   * encrypted, and the recovery method to which it belongs.
   */
  | {
      readonly type: 'latchkey-window-recovery'
      readonly id: string
      readonly recovery: RecoveryMethod
    }
  /** The recovery share of the key, encrypted to a key of the frame's worker. */
  | { readonly type: 'latchkey-window-recovered'; readonly id: string; readonly sealed: string }
  | { readonly type: 'latchkey-window-alive'; readonly id: string }
  /**
   * A call that the window sends through the frame, because the frame has the session. It is
   * accepted only from the window whose first message had this id. `ask` rises with each call.
   */
  | {
      readonly type: 'latchkey-window-ask'
      readonly id: string
      readonly ask: number
      readonly call: VaultRelayed
      readonly body: unknown
    }
  /**
   * Sent when the messages go through the gateway: the last eight of the twelve digits that the
   * frame shows, as the visitor typed them. The window has already checked the first four.
   */
  | { readonly type: 'latchkey-window-pair'; readonly id: string; readonly number: string }
  /**
   * For the windows `export` and `way-out`: a one-time P-256 key (raw point, base64url). The
   * frame's worker encrypts the exported keys to this key and is then terminated.
   */
  | { readonly type: 'latchkey-window-export'; readonly id: string; readonly sealTo: string }

export type FrameToWindow =
  | {
      readonly type: 'latchkey-frame-approval'
      readonly nonce: string
      readonly id: string
      /**
       * The complete request of the page. The window decodes the request itself and trusts no
       * summary.
       */
      readonly request: {
        readonly chain: ChainId
        readonly method: string
        readonly params: unknown
      }
      readonly payload: string
      /** Origin of the page around the frame. */
      readonly site: string
      readonly account: string
      /**
       * Address of the account that belongs directly to the key; present when the account on this
       * chain is a smart account.
       */
      readonly owner?: string
      /** Why the request cannot be approved now: recovery must be set up first. */
      readonly barred?: 'recovery-needed'
    }
  | {
      readonly type: 'latchkey-frame-recover'
      readonly nonce: string
      readonly id: string
      readonly methods: readonly StoredRecovery[]
      /**
       * One-time public key of the frame's worker, to which the window encrypts the recovery share.
       */
      readonly sealTo: string
    }
  /**
   * Answer to the first message of a window for the set-up of recovery, for export, devices or
   * deletion.
   */
  | {
      readonly type: 'latchkey-frame-ready'
      readonly nonce: string
      readonly id: string
      readonly window: VaultWindow
      readonly site: string
      /** Name of the account for the visitor: the label of its first identity. */
      readonly label: string
    }
  | {
      readonly type: 'latchkey-frame-answer'
      readonly nonce: string
      readonly id: string
      readonly ask: number
      /** Result of the call (`answer`), or the error code of its refusal (`code`). */
      readonly answer?: unknown
      readonly code?: ErrorCode
      /** Seconds after which the call may be tried again. */
      readonly retryAfter?: number
    }
  /**
   * The exported keys: JSON (UTF-8) of the seed words and private keys, encrypted by the export
   * worker (HPKE, purpose `export`) to the window's key, so that the frame's document never sees
   * the plain text.
   */
  | {
      readonly type: 'latchkey-frame-export'
      readonly nonce: string
      readonly id: string
      readonly sealed: string
    }
  /**
   * Sent when the frame and the window talk through the gateway: the frame shows twelve digits,
   * which only a visitor who sees the frame's page can type into the window.
   */
  | {
      readonly type: 'latchkey-frame-pair'
      readonly nonce: string
      readonly id: string
      /** Number of tries that the visitor has left. */
      readonly left: number
    }
  | {
      readonly type: 'latchkey-frame-done'
      readonly nonce: string
      readonly id: string
      readonly isRefused?: boolean
      /** Error code of the refusal, when there is a specific one. */
      readonly code?: ErrorCode
    }

/**
 * The calls that a window of the vault may send through the frame, which has the session.
 * `remove-recovery` makes new key shares that leave out one recovery method.
 */
export type VaultRelayed =
  | 'GET /api/account'
  | 'GET /api/account/history'
  | 'POST /api/account/history'
  | 'POST /api/devices'
  | 'POST /api/devices/revoke'
  | 'POST /api/recovery/ask'
  | 'POST /api/recovery/stop'
  | 'POST /api/proof/start'
  | 'POST /api/proof/verify'
  | 'POST /api/proof/keys'
  | 'POST /api/proof/keys/verify'
  | 'POST /api/account/freeze'
  | 'POST /api/account/unfreeze'
  | 'POST /api/recovery/pepper'
  | 'POST /api/account/delete'
  | 'remove-recovery'

/** A method of recovery, by how the secret of its key is obtained. */
export type RecoveryMethod =
  | {
      readonly kind: 'passkey'
      /**
       * Public key of the method: raw P-256 point, base64url, from HPKE's DeriveKeyPair with the
       * passkey's PRF output.
       */
      readonly publicKey: string
      readonly credential: string
      /** Input of the passkey's PRF, 32 bytes as base64url. */
      readonly salt: string
      /** Whether the passkey is synced to other devices of the visitor (flag BS). */
      readonly isSynced: boolean
    }
  | {
      readonly kind: 'password'
      readonly publicKey: string
      readonly salt: string
      /** Parameters of Argon2id: memory in KiB, passes, lanes. */
      readonly memory: number
      readonly passes: number
      readonly lanes: number
    }
  /**
   * The operator's key service opens the recovery share without a secret of the visitor, after a
   * waiting time and the operator's confirmation; only when the operator has enabled this.
   */
  | { readonly kind: 'operator' }

/** A recovery method, in the form in which the gateway stores it. */
export type KeptRecovery = RecoveryMethod & {
  readonly id: string
  /**
   * Signature of the wallet's EVM key over `methodStatement`, r and s as base64url. Without it no
   * device encrypts a key share to the method's key, even if the database lists the method. The
   * operator's method has no signature.
   */
  readonly vouch?: string
}

export type StoredRecovery = KeptRecovery & {
  /**
   * The recovery share of the key, encrypted to the method's `publicKey` (HPKE base mode),
   * base64url.
   */
  readonly sealed: string
}
