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
 * Calls of the vault to its own origin, which the gateway serves under `/api`. Bodies and answers
 * are JSON; refusals look as in the gateway's other calls, with an error code as `field`. Every
 * call has a `DPoP` header (RFC 9449, ES256), whose non-extractable key identifies the device in
 * this browser partition and whose claim `bh` is the SHA-256 of the body, base64url. Calls with a
 * session have `Authorization: DPoP <token>`.
 */
export interface VaultCalls extends LoginCalls, WayOutCalls, ProtectionCalls {
  /**
   * Reveals nothing about existing accounts: the answer and its duration are the same whether or
   * not the address has an account. `site` is the origin of the page around the frame, shown in the
   * mail and the device list.
   */
  'POST /api/email/start': {
    body: { readonly project: string; readonly email: string; readonly site?: string | null }
    answer: CodeAsked
  }
  'POST /api/email/resend': { body: { readonly challenge: string }; answer: CodeAsked }
  /** Errors: `code-wrong`, `code-expired`, `code-limit` (used up). */
  'POST /api/email/verify': {
    body: { readonly challenge: string; readonly code: string }
    answer: Proved
  }
  /**
   * Sends a message between the frame and a window that cannot talk to each other directly, because
   * the page's isolation policy separates them. Both are devices of one account, and only devices
   * of this account can send or read the messages of `id`. A message is stored for ten minutes;
   * `text` is a `RelayText` of at most 49152 characters.
   */
  'POST /api/relay/tell': {
    body: { readonly id: string; readonly to: RelayEnd; readonly text: string }
    answer: Record<string, never>
  }
  /**
   * Reads the messages addressed to the frame or to the window whose number is above `after`,
   * oldest first. Answers at once when there is such a message, else waits for up to 20 s.
   */
  'POST /api/relay/wait': {
    body: { readonly id: string; readonly at: RelayEnd; readonly after: number }
    answer: { readonly told: readonly RelayTold[] }
  }
  'POST /api/session/refresh': { body: Record<string, never>; answer: SignedIn['session'] }
  'POST /api/session/end': { body: { readonly everywhere: boolean }; answer: Record<string, never> }
  'GET /api/account': { body: undefined; answer: VaultAccount }
  /**
   * Stores the shares of a new split of this device, signed by the wallet. `expects` is the
   * account's newest split, or null for the first wallet: of two devices that split at once, the
   * second gets 409.
   */
  'POST /api/splits': { body: NewSplit; answer: { readonly split: string } }
  /**
   * Returns the sign-in share of this device's split, HPKE-encrypted to `sealTo`; requires a proof
   * of identity that is recent enough for the session.
   */
  'POST /api/splits/release': {
    body: {
      readonly split: string
      readonly sealTo: string
      readonly operation: 'sign' | 'split' | 'export'
      /** SHA-256 of the data to be signed, hex. */
      readonly payload: string
    }
    answer: { readonly sealed: string }
  }
  /**
   * For a device without a share: the newest split that can be recovered, with its recovery
   * methods.
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
   * Computes the server's part of the key that a password gives: an HMAC with a secret pepper, so
   * that nobody can guess passwords from a copied database alone.
   */
  'POST /api/recovery/pepper': {
    body: { readonly method: string; readonly hash: string }
    answer: { readonly key: string }
  }
  /**
   * Like `POST /api/logins`, but adds an identity to the account; requires a proof of at most ten
   * minutes. `wait` then ends with `added`, or fails with `identity-taken`.
   */
  'POST /api/identities/add': {
    body: VaultCalls['POST /api/logins']['body']
    answer: VaultCalls['POST /api/logins']['answer']
  }
  /**
   * Removes an identity, after a proof that is at most ten minutes old; never the last one, nor an
   * email address.
   */
  'POST /api/identities/remove': {
    body: { readonly kind: Social; readonly label: string }
    answer: Record<string, never>
  }
  /** The next page of devices; `after` is the `devicesNext` of the page before. */
  'POST /api/devices': {
    body: { readonly after: string }
    answer: Pick<VaultAccount, 'devices' | 'devicesNext'>
  }
  'POST /api/devices/revoke': { body: { readonly device: string }; answer: Record<string, never> }
  /**
   * Changes the email address in three calls: the new address; the old address's code; the new
   * address's code.
   */
  'POST /api/email/change': { body: { readonly email: string }; answer: CodeAsked }
  'POST /api/email/change/verify': {
    body: { readonly challenge: string; readonly code: string }
    answer: CodeAsked | Record<string, never>
  }
  /**
   * Deletes the account with shares, devices and identities, after a proof of at most ten minutes.
   */
  'POST /api/account/delete': { body: Record<string, never>; answer: Record<string, never> }
}

/** Bodies and answers of the calls that a window sends through the frame. */
export type VaultAsks = Pick<VaultCalls, Exclude<VaultRelayed, 'remove-recovery'>> & {
  'remove-recovery': { body: { readonly method: string }; answer: Record<string, never> }
}

export interface NewSplit {
  readonly expects: string | null
  readonly publics: WalletPublics
  /** The sign-in share, base64url; the gateway's key service encrypts it for storage. */
  readonly share: string
  /**
   * The recovery share encrypted for each method. A method without `id` is new; a method of the
   * account that is not listed is removed; recovery shares of older splits are deleted.
   */
  readonly recovery: readonly (
    | StoredRecovery
    | (RecoveryMethod & {
        readonly sealed: string
        readonly vouch?: string
        readonly id?: undefined
      })
  )[]
  /** The split that was used up by the recovery; set only after a recovery. */
  readonly recovered?: string
  /**
   * Signature of the wallet's EVM key over `splitStatement`, r and s as base64url, made by the
   * worker that created the split: a session without a share cannot replace a split.
   */
  readonly signature: string
}

/**
 * Limits of payments that can be approved in the frame on one chain: base units of its coin as
 * decimal text, fees included.
 */
export interface VaultSmall {
  /** The highest cost of one payment, by the receiver's address as the chain writes it. */
  readonly receivers: Readonly<Record<string, string>>
  /** The highest cost of all small payments of one device in 24 hours. */
  readonly day: string
}

/** The project data in the vault's documents, in a `<script type="application/json">`. */
export interface VaultProject {
  readonly project: string
  /** Complete origins that may embed the vault. */
  readonly origins: readonly string[]
  readonly providers: readonly Social[]
  /** Addresses of the nodes that the vault itself reads, by chain. */
  readonly rpc: Readonly<Record<ChainId, string>>
  /**
   * Most that may be sent before recovery is set up, base units of the chain's coin as decimal
   * text; tokens cannot be sent.
   */
  readonly limits: Readonly<Record<ChainId, string>>
  /**
   * Limits of payments that may be approved in the frame, by chain, if the operator allows it;
   * absent: none.
   */
  readonly small?: Readonly<Record<ChainId, VaultSmall>>
  readonly recoveryByOperator: boolean
  /** Families for which accounts are created. */
  readonly namespaces: readonly VaultNamespace[]
  /** Settings of smart accounts by chain; absent: none. */
  readonly smart?: Readonly<Record<ChainId, VaultSmart>>
}
