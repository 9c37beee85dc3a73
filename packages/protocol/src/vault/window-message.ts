import type { ChainId } from '../caip/ids.ts'
import type { ErrorCode } from '../errors/error-code.ts'
import type { VaultWindow } from './session.ts'

/**
 * Between a window of the vault and its frame in the page: both of the vault's origin, so each
 * takes only messages whose `origin` is its own, which no page can forge. The window finds the
 * frame among `opener.frames`; where a page's isolation cut the opener, both go through the gateway
 * instead (`RelayText`).
 */
export type WindowToFrame =
  /** `number`: the fragment's id of a sign-in, an approval, or a set-up. */
  | { readonly type: 'latchkey-window-hello'; readonly id: string; readonly nonce: string }
  /** `payload`: what the visitor saw, SHA-256 in hex; anything else than what waits is refused. */
  | {
      readonly type: 'latchkey-window-decided'
      readonly id: string
      readonly approved: boolean
      readonly payload: string
    }
  /**
   * Of an approval that waits for recovery: instead of deciding, this window goes on to set it up,
   * under an id it made.
   */
  | { readonly type: 'latchkey-window-next'; readonly id: string; readonly next: string }
  /**
   * Public key (raw P-256 point, base64url) that the recovery share shall be sealed to, and how its
   * secret is found.
   */
  | {
      readonly type: 'latchkey-window-recovery'
      readonly id: string
      readonly recovery: RecoveryMethod
    }
  /** The recovery share, sealed to the key that the frame's worker made for it. */
  | { readonly type: 'latchkey-window-recovered'; readonly id: string; readonly sealed: string }
  | { readonly type: 'latchkey-window-alive'; readonly id: string }
  /**
   * What a window cannot ask the gateway itself, since the session is the frame's: taken only from
   * the window that a hello of this id came from. `ask` rises with each.
   */
  | {
      readonly type: 'latchkey-window-ask'
      readonly id: string
      readonly ask: number
      readonly call: VaultRelayed
      readonly body: unknown
    }
  /**
   * Over the gateway: the last eight digits that the frame draws, as the visitor typed them; the
   * first four were right.
   */
  | { readonly type: 'latchkey-window-pair'; readonly id: string; readonly number: string }
  /**
   * Export, and the way out: a P-256 key made for this once (raw point, base64url); the frame's
   * worker seals what is exported to it and ends.
   */
  | { readonly type: 'latchkey-window-export'; readonly id: string; readonly sealTo: string }

export type FrameToWindow =
  | {
      readonly type: 'latchkey-frame-approval'
      readonly nonce: string
      readonly id: string
      /** As the page asked, whole: the window reads it itself and believes nobody's summary. */
      readonly request: {
        readonly chain: ChainId
        readonly method: string
        readonly params: unknown
      }
      readonly payload: string
      /** The page around the frame: its origin. */
      readonly site: string
      readonly account: string
      /** The key's own account, where its other one on this chain is a contract. */
      readonly owner?: string
      /** Why it cannot be approved, if so: `recovery-needed`. */
      readonly barred?: 'recovery-needed'
    }
  | {
      readonly type: 'latchkey-frame-recover'
      readonly nonce: string
      readonly id: string
      readonly methods: readonly StoredRecovery[]
      /** Public key of the frame's worker for this once. */
      readonly sealTo: string
    }
  /** To the hello of the other windows: set-up of recovery, export, devices, deletion. */
  | {
      readonly type: 'latchkey-frame-ready'
      readonly nonce: string
      readonly id: string
      readonly window: VaultWindow
      readonly site: string
      /** Whose account it is: the first identity's label. */
      readonly label: string
    }
  | {
      readonly type: 'latchkey-frame-answer'
      readonly nonce: string
      readonly id: string
      readonly ask: number
      /** The call's answer, or the code of its refusal. */
      readonly answer?: unknown
      readonly code?: ErrorCode
      /** Seconds. */
      readonly retryAfter?: number
    }
  /**
   * JSON (UTF-8) of words and private keys, as the worker of export makes it, sealed (HPKE, purpose
   * `export`) to the window's key: in the frame's document it is never open.
   */
  | {
      readonly type: 'latchkey-frame-export'
      readonly nonce: string
      readonly id: string
      readonly sealed: string
    }
  /**
   * Over the gateway: the frame draws twelve digits, which nobody but who sees that page can type.
   */
  | {
      readonly type: 'latchkey-frame-pair'
      readonly nonce: string
      readonly id: string
      /** Tries that are left. */
      readonly left: number
    }
  | {
      readonly type: 'latchkey-frame-done'
      readonly nonce: string
      readonly id: string
      readonly isRefused?: boolean
      /** Why it was refused, where there is more to say than that it was. */
      readonly code?: ErrorCode
    }

/**
 * What a window has the frame do: calls made with the frame's session, and a new split without one
 * way to recover.
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

/** How the secret of a recovery key is found again. */
export type RecoveryMethod =
  | {
      readonly kind: 'passkey'
      /** Raw P-256 point, base64url: HPKE's DeriveKeyPair of the passkey's PRF output. */
      readonly publicKey: string
      readonly credential: string
      /** Input of the PRF, 32 bytes as base64url. */
      readonly salt: string
      /** Whether it is kept on more devices than this one (flag BS). */
      readonly isSynced: boolean
    }
  | {
      readonly kind: 'password'
      readonly publicKey: string
      readonly salt: string
      /** Argon2id: memory in KiB, passes, lanes. */
      readonly memory: number
      readonly passes: number
      readonly lanes: number
    }
  /**
   * The operator's key service opens it after a proof of identity alone: only where the operator
   * chose so.
   */
  | { readonly kind: 'operator' }

/** A way to recover as the gateway keeps it. */
export type KeptRecovery = RecoveryMethod & {
  readonly id: string
  /**
   * Signature of the wallet's EVM key over `methodStatement`, r and s as base64url: without it no
   * device seals a share to the key, whatever a database says. The operator's has none.
   */
  readonly vouch?: string
}

export type StoredRecovery = KeptRecovery & {
  /** The recovery share, sealed to `publicKey` (HPKE base mode), base64url. */
  readonly sealed: string
}
