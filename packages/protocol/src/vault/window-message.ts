import type { ChainId } from '../caip/ids.ts'
import type { ErrorCode } from '../errors/error-code.ts'
import type { VaultWindow } from './session.ts'

/**
 * Messages between a window of the vault and its frame in the page. Both have the vault's origin
 * and accept only messages with that `origin`, which no page can forge. The window finds the frame
 * in `opener.frames`; when a page's isolation cut the opener, the messages go through the gateway
 * instead (`RelayText`).
 */
export type WindowToFrame =
  /** `id` is the id of the sign-in, approval or set-up, taken from the window's URL fragment. */
  | { readonly type: 'latchkey-window-hello'; readonly id: string; readonly nonce: string }
  /**
   * `payload` is the SHA-256, in hex, of the request that the visitor saw; a decision about another
   * request is refused.
   */
  | {
      readonly type: 'latchkey-window-decided'
      readonly id: string
      readonly approved: boolean
      readonly payload: string
    }
  /**
   * Sent when an approval requires recovery first: the window continues with the set-up of
   * recovery, under the id `next`, which it made.
   */
  | { readonly type: 'latchkey-window-next'; readonly id: string; readonly next: string }
  /**
   * The public key (raw P-256 point, base64url) to which the recovery share is encrypted, and its
   * recovery method.
   */
  | {
      readonly type: 'latchkey-window-recovery'
      readonly id: string
      readonly recovery: RecoveryMethod
    }
  /** The recovery share, encrypted to a key of the frame's worker. */
  | { readonly type: 'latchkey-window-recovered'; readonly id: string; readonly sealed: string }
  | { readonly type: 'latchkey-window-alive'; readonly id: string }
  /**
   * A call that the window sends through the frame, which has the session; accepted only from the
   * window that sent the hello with this id. `ask` rises with each call.
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
   * For `export` and `way-out`: a one-time P-256 key (raw point, base64url). The frame's worker
   * encrypts the exported keys to this key and is then terminated.
   */
  | { readonly type: 'latchkey-window-export'; readonly id: string; readonly sealTo: string }

export type FrameToWindow =
  | {
      readonly type: 'latchkey-frame-approval'
      readonly nonce: string
      readonly id: string
      /** The complete request of the page: the window decodes it itself and trusts no summary. */
      readonly request: {
        readonly chain: ChainId
        readonly method: string
        readonly params: unknown
      }
      readonly payload: string
      /** Origin of the page around the frame. */
      readonly site: string
      readonly account: string
      /** The key's own account, when the account on this chain is a smart account. */
      readonly owner?: string
      /** Reason that the request cannot be approved: `recovery-needed`. */
      readonly barred?: 'recovery-needed'
    }
  | {
      readonly type: 'latchkey-frame-recover'
      readonly nonce: string
      readonly id: string
      readonly methods: readonly StoredRecovery[]
      /** One-time public key of the frame's worker. */
      readonly sealTo: string
    }
  /** Answer to the hello of the other windows: set-up of recovery, export, devices, deletion. */
  | {
      readonly type: 'latchkey-frame-ready'
      readonly nonce: string
      readonly id: string
      readonly window: VaultWindow
      readonly site: string
      /** Name of the account: the label of its first identity. */
      readonly label: string
    }
  | {
      readonly type: 'latchkey-frame-answer'
      readonly nonce: string
      readonly id: string
      readonly ask: number
      /** Answer of the call, or the error code of its refusal. */
      readonly answer?: unknown
      readonly code?: ErrorCode
      /** Seconds until a retry makes sense. */
      readonly retryAfter?: number
    }
  /**
   * JSON (UTF-8) of the seed words and private keys, encrypted by the export worker (HPKE, purpose
   * `export`) to the window's key: the frame's document never sees the plain text.
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
      /** Remaining tries. */
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
 * Actions that a window may request from the frame: calls made with the frame's session, and making
 * a new split that leaves out one recovery method.
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

/** How the secret of a recovery key is obtained. */
export type RecoveryMethod =
  | {
      readonly kind: 'passkey'
      /** Raw P-256 point, base64url: from HPKE's DeriveKeyPair with the passkey's PRF output. */
      readonly publicKey: string
      readonly credential: string
      /** Input of the PRF, 32 bytes as base64url. */
      readonly salt: string
      /** Whether the passkey is synced to other devices (flag BS). */
      readonly isSynced: boolean
    }
  | {
      readonly kind: 'password'
      readonly publicKey: string
      readonly salt: string
      /** Argon2id parameters: memory in KiB, passes, lanes. */
      readonly memory: number
      readonly passes: number
      readonly lanes: number
    }
  /**
   * The operator's key service opens the share without a secret of the visitor, after the waiting
   * time and the operator's confirmation; only when the operator enabled it.
   */
  | { readonly kind: 'operator' }

/** A recovery method as stored by the gateway. */
export type KeptRecovery = RecoveryMethod & {
  readonly id: string
  /**
   * Signature of the wallet's EVM key over `methodStatement`, r and s as base64url: without it no
   * device encrypts a share to the key, even if the database lists it. The operator's method has
   * none.
   */
  readonly vouch?: string
}

export type StoredRecovery = KeptRecovery & {
  /** The recovery share, encrypted to `publicKey` (HPKE base mode), base64url. */
  readonly sealed: string
}
