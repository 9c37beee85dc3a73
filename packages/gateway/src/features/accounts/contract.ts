import type { ErrorCode } from '@latchkey/protocol'
import type { IdentityKind, LoginState, Proved } from '@latchkey/protocol/vault'

/**
 * An identity that a visitor has proved. `kind`, `issuer` and `subject` identify it; an email
 * address that a provider reports never does.
 */
export interface Identity {
  readonly kind: IdentityKind
  /**
   * The issuer according to OpenID Connect; the provider's origin for providers without it; the
   * word `email` for email.
   */
  readonly issuer: string
  /**
   * The user at the issuer: claim `sub`, user id or Farcaster fid; for email the normalised
   * address.
   */
  readonly subject: string
  /** Address or name for display only: bounded plain text. The provider need not have signed it. */
  readonly label: string
  /**
   * Email address that the provider confirmed, used for notices only. It proves no identity, and no
   * code is mailed to it.
   */
  readonly email?: string
}

/**
 * The browser storage partition that sends a call. Its DPoP key and the page that embeds the
 * vault's frame identify it.
 */
export interface Device {
  /** JWK thumbprint (RFC 7638) of the device key. */
  readonly id: string
  readonly project: string
  /** Origin of the page that embeds the vault's frame; null in the vault's own window. */
  readonly site: string | null
  /** Browser and operating system from the user agent, in a few fixed words. */
  readonly label: string
  /** Network address of the caller, for rate limits and the text of mails only. */
  readonly caller: string
}

/** Accounts of this gateway; all times are milliseconds since the epoch. */
export interface Accounts {
  /**
   * Handles a proof of identity on `device`: for an unknown identity it creates an account, on a
   * known device it opens a session, and for a new device it mails a second code.
   */
  prove(identity: Identity, device: Device): Promise<Proved>
  /** Whether a device was ever confirmed for the account of an identity. */
  isKnown(identity: Identity, device: string): Promise<boolean>
}

/**
 * Sign-ins that a visitor completes in a window of the vault, while the vault's frame in the page
 * waits for the result. `id` is the SHA-256, base64url, of the random login id that the page chose.
 */
export interface Logins {
  /**
   * Records the proved identity.
   * @throws `login-expired` when the login is over, or not bound to a browser
   */
  proveLogin(id: string, identity: Identity): Promise<void>
  /** Records that a sign-in failed; this has no effect on a sign-in that is over. */
  failLogin(id: string, code: Extract<LoginState, { state: 'failed' }>['code']): Promise<void>
}

/**
 * Encrypts secrets that are stored in the database, with a key that is outside it: in a file by
 * default, or in a cloud's key service.
 */
export interface KeyService {
  /**
   * Encrypts a secret. The result can only be decrypted with the same `context` (account, split,
   * purpose).
   */
  seal(secret: Uint8Array, context: string): Promise<Uint8Array>
  /**
   * Decrypts a secret.
   * @throws `wallet-unopenable` when the text was encrypted with another key or context, or
   *   changed; other errors are failures of the service
   */
  open(sealedSecret: Uint8Array, context: string): Promise<Uint8Array>
}

/** Writes one line of the audit log; it contains no secret, code, token or address in clear. */
export type Audit = (entry: {
  readonly account: string | null
  readonly what: string
  readonly device?: string
  readonly code?: ErrorCode
}) => void
