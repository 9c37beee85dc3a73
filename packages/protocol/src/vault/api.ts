import type { ChainId } from '../caip/ids.ts'
import type { Social } from '../entities/entity.ts'
import type { VaultAccount, WalletPublics } from './account.ts'
import type { LoginCalls } from './login-api.ts'
import type { CodeAsked, Proved, SignedIn } from './proof.ts'
import type { ProtectionCalls } from './protection.ts'
import type { RelayEnd, RelayTold } from './relay.ts'
import type { VaultNamespace } from './session.ts'
import type { VaultSmart } from './smart.ts'
import type { WayOutCalls } from './way-out.ts'
import type { RecoveryMethod, StoredRecovery, VaultRelayed } from './window-message.ts'

/**
 * Calls of the vault to its own origin, served by the gateway under `/api`; JSON both ways,
 * refusals as everywhere else of the gateway with an error code as `field`. Every call carries
 * `DPoP` (RFC 9449, ES256): the key in it, non-extractable, is the device of this partition; its
 * claim `bh` is the SHA-256 of the body, base64url. Signed-in ones carry
 * `Authorization: DPoP <token>`.
 */
export interface VaultCalls extends LoginCalls, WayOutCalls, ProtectionCalls {
  /**
   * Silent about who exists: same answer, same time. `site`: origin of the page around the frame,
   * for mail and device list.
   */
  'POST /api/email/start': {
    body: { readonly project: string; readonly email: string; readonly site?: string | null }
    answer: CodeAsked
  }
  'POST /api/email/resend': { body: { readonly challenge: string }; answer: CodeAsked }
  /** Wrong, expired, used up: `code-wrong`, `code-expired`, `code-limit`. */
  'POST /api/email/verify': {
    body: { readonly challenge: string; readonly code: string }
    answer: Proved
  }
  /**
   * Between the frame and a window that a page's isolation keeps apart: both signed in, as devices
   * of one account, which alone reach what is told under `id`. Kept ten minutes; `text` is a
   * `RelayText`, of at most 49152 characters.
   */
  'POST /api/relay/tell': {
    body: { readonly id: string; readonly to: RelayEnd; readonly text: string }
    answer: Record<string, never>
  }
  /**
   * What that end was told since `after`, oldest first; answers at once when there is any, else
   * after 20 s.
   */
  'POST /api/relay/wait': {
    body: { readonly id: string; readonly at: RelayEnd; readonly after: number }
    answer: { readonly told: readonly RelayTold[] }
  }
  'POST /api/session/refresh': { body: Record<string, never>; answer: SignedIn['session'] }
  'POST /api/session/end': { body: { readonly everywhere: boolean }; answer: Record<string, never> }
  'GET /api/account': { body: undefined; answer: VaultAccount }
  /**
   * Shares of a new split of this device, signed by the wallet. `expects` is the account's newest
   * split or null for the first wallet: two devices that split at once do not undo each other
   * (409).
   */
  'POST /api/splits': { body: NewSplit; answer: { readonly split: string } }
  /**
   * The sign-in share of this device's split, HPKE-sealed to `sealTo`: after a proof within the
   * session's hours.
   */
  'POST /api/splits/release': {
    body: {
      readonly split: string
      readonly sealTo: string
      readonly operation: 'sign' | 'split' | 'export'
      /** SHA-256 of what is to be signed, hex. */
      readonly payload: string
    }
    answer: { readonly sealed: string }
  }
  /**
   * For a device without a share: the newest split that can be recovered, and the ways to open it.
   */
  'POST /api/splits/recover': {
    body: { readonly sealTo: string }
    answer: {
      readonly split: string
      readonly sealed: string
      readonly methods: readonly StoredRecovery[]
    }
  }
  /**
   * A server's part of a password's key: HMAC under a pepper, so that a database alone allows no
   * guessing.
   */
  'POST /api/recovery/pepper': {
    body: { readonly method: string; readonly hash: string }
    answer: { readonly key: string }
  }
  /**
   * As `POST /api/logins`, to add another way to sign in to the account, after a proof of at most
   * ten minutes; `wait` then ends with `added`, or fails with `identity-taken`.
   */
  'POST /api/identities/add': {
    body: VaultCalls['POST /api/logins']['body']
    answer: VaultCalls['POST /api/logins']['answer']
  }
  /** After a proof of at most ten minutes; never the last one, nor an email address. */
  'POST /api/identities/remove': {
    body: { readonly kind: Social; readonly label: string }
    answer: Record<string, never>
  }
  /** The devices that follow; `after` is the `devicesNext` of what came before. */
  'POST /api/devices': {
    body: { readonly after: string }
    answer: Pick<VaultAccount, 'devices' | 'devicesNext'>
  }
  'POST /api/devices/revoke': { body: { readonly device: string }; answer: Record<string, never> }
  /** Three calls: the new address; the old one's code; the new one's code. */
  'POST /api/email/change': { body: { readonly email: string }; answer: CodeAsked }
  'POST /api/email/change/verify': {
    body: { readonly challenge: string; readonly code: string }
    answer: CodeAsked | Record<string, never>
  }
  /** A fresh proof (ten minutes) and all is gone: shares, devices, identities. */
  'POST /api/account/delete': { body: Record<string, never>; answer: Record<string, never> }
}

/** Bodies and answers of what a window has the frame do. */
export type VaultAsks = Pick<VaultCalls, Exclude<VaultRelayed, 'remove-recovery'>> & {
  'remove-recovery': { body: { readonly method: string }; answer: Record<string, never> }
}

export interface NewSplit {
  readonly expects: string | null
  readonly publics: WalletPublics
  /** The sign-in share, base64url: encrypted at rest by the gateway's key service. */
  readonly share: string
  /**
   * The recovery share sealed to each method; a method without `id` is new, one of the account's
   * that is not named is removed, and recovery shares of older splits are deleted.
   */
  readonly recovery: readonly (
    | StoredRecovery
    | (RecoveryMethod & {
        readonly sealed: string
        readonly vouch?: string
        readonly id?: undefined
      })
  )[]
  /** After a recovery: the split that was used up. */
  readonly recovered?: string
  /**
   * Of the wallet's EVM key over `splitStatement`, r and s as base64url, made by the worker that
   * made the split: who holds a session but no share cannot put another split in its place.
   */
  readonly signature: string
}

/**
 * What may be paid by approvals in the frame on one chain: base units of its own coin as decimal
 * text, fees included.
 */
export interface VaultSmall {
  /** By receiver, as the chain spells it: the most that one payment may cost. */
  readonly receivers: Readonly<Record<string, string>>
  /** The most that all of them may cost in 24 hours, on one device. */
  readonly day: string
}

/**
 * What the vault's documents are told of a project, in a `<script type="application/json">` of the
 * page.
 */
export interface VaultProject {
  readonly project: string
  /** Origins that may embed it, whole. */
  readonly origins: readonly string[]
  readonly providers: readonly Social[]
  /** Nodes the vault reads by itself, by chain. */
  readonly rpc: Readonly<Record<ChainId, string>>
  /**
   * What may be sent before recovery is set, base units of the chain's own coin as decimal text;
   * tokens not at all.
   */
  readonly limits: Readonly<Record<ChainId, string>>
  /**
   * Payments that may be approved in the frame, by chain, only if the operator chose so; absent:
   * none.
   */
  readonly small?: Readonly<Record<ChainId, VaultSmall>>
  readonly recoveryByOperator: boolean
  /** Families whose accounts are made. */
  readonly namespaces: readonly VaultNamespace[]
  /** Where an account may be a contract, by chain; absent: nowhere. */
  readonly smart?: Readonly<Record<ChainId, VaultSmart>>
}
