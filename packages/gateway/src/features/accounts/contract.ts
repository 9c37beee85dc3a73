import type { ErrorCode } from '@latchkey/protocol'
import type { IdentityKind, LoginState, Proved } from '@latchkey/protocol/vault'

/**
 * A proved identity. `kind`, `issuer` and `subject` identify it; an email address that a provider
 * reports never does.
 */
export interface Identity {
  readonly kind: IdentityKind
  /**
   * Issuer of OpenID Connect; for providers without it the provider's origin; for email the word
   * `email`.
   */
  readonly issuer: string
  /** `sub`, user id or fid; for email the normalised address. */
  readonly subject: string
  /**
   * Address or name for display only: bounded plain text that need not be signed by the provider.
   */
  readonly label: string
  /**
   * Address that the provider confirmed, for notices only. It proves nothing, and no code is mailed
   * to it.
   */
  readonly email?: string
}

/** The requesting browser partition, identified by its DPoP key and the page around the frame. */
export interface Device {
  /** JWK thumbprint (RFC 7638) of the device key. */
  readonly id: string
  readonly project: string
  /** Origin of the page around the frame; null for the vault's own window. */
  readonly site: string | null
  /** Browser and operating system from the user agent, in a few fixed words. */
  readonly label: string
  /** Network address of the caller, for rate limits and the text of mails only. */
  readonly caller: string
}

/** Accounts of this gateway; all times are milliseconds since the epoch. */
export interface Accounts {
  /**
   * Handles a proof of identity on `device`: it creates an account, opens a session of a known
   * device, or sends a second mail for a new device.
   */
  prove(identity: Identity, device: Device): Promise<Proved>
  /** Whether a device was ever confirmed for the account of an identity. */
  isKnown(identity: Identity, device: string): Promise<boolean>
}

/**
 * Sign-ins that run in a browser window; a frame of the page waits for the result of each. `id` is
 * the SHA-256, base64url, of the random login id that the page chose.
 */
export interface Logins {
  /**
   * Records the proved identity.
   * @throws `login-expired` when the login is over, or not bound to a browser
   */
  proveLogin(id: string, identity: Identity): Promise<void>
  /** Records a failure; no effect on a login that is over. */
  failLogin(id: string, code: Extract<LoginState, { state: 'failed' }>['code']): Promise<void>
}

/**
 * Encrypts secrets of the database with a key outside it: in a file by default, or in a cloud's key
 * service.
 */
export interface KeyService {
  /** Encrypts a secret; `context` (account, split, purpose) is bound to the result. */
  seal(secret: Uint8Array, context: string): Promise<Uint8Array>
  /**
   * Decrypts a secret.
   * @throws `wallet-unopenable` when the text was encrypted with another key or context, or
   *   changed; other errors are failures of the service
   */
  open(sealedSecret: Uint8Array, context: string): Promise<Uint8Array>
}

/** Writes one line of the audit log: no secret, code, token or address in clear. */
export type Audit = (entry: {
  readonly account: string | null
  readonly what: string
  readonly device?: string
  readonly code?: ErrorCode
}) => void
