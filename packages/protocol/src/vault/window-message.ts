import type { ChainId } from '../caip.ts'

/**
 * Between a window of the vault and its frame in the page: both of the vault's origin, so each takes only messages whose
 * `origin` is its own, which no page can forge. The window finds the frame among `opener.frames`; where a page's
 * isolation cut the opener, both go through the gateway instead.
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
  /** Public key (raw P-256 point, base64url) that the recovery share shall be sealed to, and how its secret is found. */
  | { readonly type: 'latchkey-window-recovery'; readonly id: string; readonly recovery: RecoveryMethod }
  /** The recovery share, sealed to the key that the frame's worker made for it. */
  | { readonly type: 'latchkey-window-recovered'; readonly id: string; readonly sealed: string }
  | { readonly type: 'latchkey-window-alive'; readonly id: string }

export type FrameToWindow =
  | {
      readonly type: 'latchkey-frame-approval'
      readonly nonce: string
      readonly id: string
      /** As the page asked, whole: the window reads it itself and believes nobody's summary. */
      readonly request: { readonly chain: ChainId; readonly method: string; readonly params: unknown }
      readonly payload: string
      /** The page around the frame: its origin. */
      readonly site: string
      readonly account: string
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
  | { readonly type: 'latchkey-frame-login'; readonly nonce: string; readonly id: string; readonly number: string }
  | { readonly type: 'latchkey-frame-done'; readonly nonce: string; readonly id: string; readonly isRefused?: boolean }

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
  /** The operator's key service opens it after a proof of identity alone: only where the operator chose so. */
  | { readonly kind: 'operator' }

export type StoredRecovery = RecoveryMethod & {
  readonly id: string
  /** The recovery share, sealed to `publicKey` (HPKE base mode), base64url. */
  readonly sealed: string
}
