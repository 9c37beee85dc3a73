import type { ErrorCode } from '@latchkey/protocol'
import type { IdentityKind, LoginState, Proved } from '@latchkey/protocol/vault'

/**
 * Who somebody is, as proved: the key is `kind`, `issuer` and `subject`, never an address of a
 * provider's say-so.
 */
export interface Identity {
  readonly kind: IdentityKind
  /** Of OpenID Connect; of the rest the provider's own origin; of email `email`. */
  readonly issuer: string
  /** `sub`, id, fid; of email the normalised address. */
  readonly subject: string
  /** Shown: address or name; bounded, plain, unsigned. */
  readonly label: string
  /**
   * Address that its provider says it has confirmed: notices go there. It proves nothing, and no
   * code is mailed to it.
   */
  readonly email?: string
}

/** The partition of a browser that asks, as its DPoP key and the frame's place say. */
export interface Device {
  /** JWK thumbprint (RFC 7638) of its key. */
  readonly id: string
  readonly project: string
  /** Origin of the page around the frame; null for the vault's own window. */
  readonly site: string | null
  /** Browser and system in a few words, from the user agent, bounded. */
  readonly label: string
  /** Rate limits and the mail to the visitor only. */
  readonly caller: string
}

/** Accounts at this gateway; all times are milliseconds since the epoch. */
export interface Accounts {
  /**
   * A proof was given on `device`: a new account, a session of a known device, or the second mail
   * for a new one.
   */
  prove(identity: Identity, device: Device): Promise<Proved>
  /** Whether a device was ever confirmed for the account of an identity. */
  isKnown(identity: Identity, device: string): Promise<boolean>
}

/**
 * Sign-ins by window, each awaited by one frame; `id` is the SHA-256, base64url, of what the page
 * drew for it.
 */
export interface Logins {
  /** @throws `login-expired` when it is over, or bound to no browser yet */
  proveLogin(id: string, identity: Identity): Promise<void>
  /** Nothing where it is over already. */
  failLogin(id: string, code: Extract<LoginState, { state: 'failed' }>['code']): Promise<void>
}

/**
 * Encrypts what lies in the database under a key that does not: a file by default, a cloud's key
 * service by its document.
 */
export interface KeyService {
  /** `context` is bound to the result: account, split, purpose. */
  seal(secret: Uint8Array, context: string): Promise<Uint8Array>
  /**
   * @throws `wallet-unopenable` when sealed under another key or context, or changed; anything else
   *   is the service's own failure
   */
  open(sealed: Uint8Array, context: string): Promise<Uint8Array>
}

/** One line of what was done with an account: no secret, no code, no token, no address in clear. */
export type Audit = (entry: {
  readonly account: string | null
  readonly what: string
  readonly device?: string
  readonly code?: ErrorCode
}) => void
