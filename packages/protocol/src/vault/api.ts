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
 * are JSON. A refusal has the form of the gateway's other refusals, with an error code as `field`.
 * Every call has a `DPoP` header (RFC 9449, ES256): its non-extractable key identifies the device
 * in this browser partition, and its claim `bh` is the SHA-256 of the body, base64url. Calls with a
 * session have `Authorization: DPoP <token>`.
 */
export interface VaultCalls extends LoginCalls, WayOutCalls, ProtectionCalls {
  /**
   * Mails a code to an email address. The call reveals nothing about existing accounts: the answer
   * and its duration are the same whether or not the address has an account. `site` is the origin
   * of the page around the frame, shown in the mail and the device list.
   */
  'POST /api/email/start': {
    body: { readonly project: string; readonly email: string; readonly site?: string | null }
    answer: CodeAsked
  }
  'POST /api/email/resend': { body: { readonly challenge: string }; answer: CodeAsked }
  /** Checks a mailed code. Errors: `code-wrong`, `code-expired`, `code-limit` (no tries left). */
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
   * Reads the messages to the frame or to the window (`at`) whose number is above `after`, oldest
   * first. Answers at once when there is such a message, else waits for up to 20 s.
   */
  'POST /api/relay/wait': {
    body: { readonly id: string; readonly at: RelayEnd; readonly after: number }
    answer: { readonly told: readonly RelayTold[] }
  }
  'POST /api/session/refresh': { body: Record<string, never>; answer: SignedIn['session'] }
  'POST /api/session/end': { body: { readonly everywhere: boolean }; answer: Record<string, never> }
  'GET /api/account': { body: undefined; answer: VaultAccount }
  /**
   * Stores a new set of key shares ("split") that this device made and the wallet signed. `expects`
   * is the id of the account's newest split, or null for the first wallet. When two devices make a
   * split at once, the second gets 409.
   */
  'POST /api/splits': { body: NewSplit; answer: { readonly split: string } }
  /**
   * Returns the sign-in share, one of the two key shares that sign, of this device's split,
   * HPKE-encrypted to the key `sealTo`; requires a proof of identity that is recent enough for the
   * session.
   */
  'POST /api/splits/release': {
    body: {
      readonly split: string
      readonly sealTo: string
      readonly operation: 'sign' | 'split' | 'export'
      /** SHA-256 of the data that is to be signed, in hex. */
      readonly payload: string
    }
    answer: { readonly sealed: string }
  }
  /**
   * Returns, to a device without a key share, the newest set of shares that can be recovered, with
   * its recovery methods.
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
   * Computes the server's part of the key that a visitor's password gives: an HMAC with a secret
   * pepper, so that nobody can guess passwords from a copied database alone.
   */
  'POST /api/recovery/pepper': {
    body: { readonly method: string; readonly hash: string }
    answer: { readonly key: string }
  }
  /**
   * Registers a sign-in like `POST /api/logins`, but one that adds an identity to the account;
   * requires a proof of identity that is at most ten minutes old. `POST /api/logins/wait` then ends
   * with `added`, or fails with `identity-taken`.
   */
  'POST /api/identities/add': {
    body: VaultCalls['POST /api/logins']['body']
    answer: VaultCalls['POST /api/logins']['answer']
  }
  /**
   * Removes an identity from the account, after a proof of identity that is at most ten minutes
   * old; never the last one, nor an email address.
   */
  'POST /api/identities/remove': {
    body: { readonly kind: Social; readonly label: string }
    answer: Record<string, never>
  }
  /**
   * Returns the next page of the account's devices; `after` is the `devicesNext` of the page
   * before.
   */
  'POST /api/devices': {
    body: { readonly after: string }
    answer: Pick<VaultAccount, 'devices' | 'devicesNext'>
  }
  'POST /api/devices/revoke': { body: { readonly device: string }; answer: Record<string, never> }
  /**
   * Changes the account's email address. This takes three calls: one with the new address, then two
   * of `verify`, first with the code sent to the old address, then with the one sent to the new
   * address.
   */
  'POST /api/email/change': { body: { readonly email: string }; answer: CodeAsked }
  'POST /api/email/change/verify': {
    body: { readonly challenge: string; readonly code: string }
    answer: CodeAsked | Record<string, never>
  }
  /**
   * Deletes the account with its key shares, devices and identities, after a proof of identity that
   * is at most ten minutes old.
   */
  'POST /api/account/delete': { body: Record<string, never>; answer: Record<string, never> }
}

/** Bodies and answers of the calls that a window of the vault sends through the vault's frame. */
export type VaultAsks = Pick<VaultCalls, Exclude<VaultRelayed, 'remove-recovery'>> & {
  'remove-recovery': { body: { readonly method: string }; answer: Record<string, never> }
}

export interface NewSplit {
  readonly expects: string | null
  readonly publics: WalletPublics
  /** The sign-in share of the key, base64url; the gateway's key service encrypts it for storage. */
  readonly share: string
  /**
   * The recovery share of the key, encrypted for each recovery method. A method without `id` is
   * new. A method of the account that is not listed is removed, and the recovery shares of older
   * splits are deleted.
   */
  readonly recovery: readonly (
    | StoredRecovery
    | (RecoveryMethod & {
        readonly sealed: string
        readonly vouch?: string
        readonly id?: undefined
      })
  )[]
  /**
   * Id of the set of key shares ("split") that a recovery has used up; present only after a
   * recovery.
   */
  readonly recovered?: string
  /**
   * Signature of the wallet's EVM key over `splitStatement`, r and s as base64url, made by the
   * worker that created the new key shares. It prevents a session that holds no share from
   * replacing them.
   */
  readonly signature: string
}

/**
 * Limits of the small payments that can be approved in the vault's frame, without a window, on one
 * chain. Amounts are base units of the chain's coin as decimal text, fees included.
 */
export interface VaultSmall {
  /**
   * The highest cost of one payment to each allowed receiver, by the receiver's address as the
   * chain writes it.
   */
  readonly receivers: Readonly<Record<string, string>>
  /** The highest cost of all small payments together that one device may make in 24 hours. */
  readonly day: string
}

/**
 * The settings of a project in the vault's HTML documents, in a `<script type="application/json">`.
 */
export interface VaultProject {
  readonly project: string
  /** The origins whose pages may embed the vault, without wildcards. */
  readonly origins: readonly string[]
  readonly providers: readonly Social[]
  /** For each chain, the URL of the node that the vault itself reads. */
  readonly rpc: Readonly<Record<ChainId, string>>
  /**
   * For each chain, the most that may be sent before recovery is set up, in base units of the
   * chain's coin as decimal text. Until then tokens cannot be sent.
   */
  readonly limits: Readonly<Record<ChainId, string>>
  /**
   * For each chain, the limits of the payments that may be approved in the vault's frame; absent
   * when the operator does not allow such approvals.
   */
  readonly small?: Readonly<Record<ChainId, VaultSmall>>
  readonly recoveryByOperator: boolean
  /** Chain families for which the vault creates accounts. */
  readonly namespaces: readonly VaultNamespace[]
  /** Settings of smart accounts, by chain; absent when there are none. */
  readonly smart?: Readonly<Record<ChainId, VaultSmart>>
}
