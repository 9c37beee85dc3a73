import type { AccountId } from '@latchkey/protocol'

/** The fields of a CAIP-122 message that do not depend on the account. */
export interface SiwxChallenge {
  /** Host of the site, with its port unless that is the default port. */
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly statement?: string
  /** ISO 8601, like the other times of a challenge. */
  readonly issuedAt: string
  readonly expirationTime: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/**
 * A challenge as stores keep it until its proof arrives. It is plain data, which can be kept as
 * JSON.
 */
export interface StoredChallenge {
  /**
   * The account that the challenge was issued for; undefined when the visitor chooses the account
   * in a prompt that connects and signs in.
   */
  readonly account?: AccountId
  readonly challenge: SiwxChallenge
  /**
   * Hash of the cookie of the browser that asked; undefined when the challenge is bound to no
   * browser.
   */
  readonly browser?: string
}

/** A session as stores keep it. It is plain data, which can be kept as JSON. */
export interface StoredSession {
  /** The account that signed in. */
  readonly account: AccountId
  /** End of the session, in milliseconds since the epoch. */
  readonly expiresAt: number
}

/**
 * Keeps challenges until they are answered. A store may delete a challenge once it has expired, but
 * not before.
 */
export interface NonceStore {
  /**
   * @param expiresAt - time after which the challenge may be deleted, in milliseconds since the
   * epoch
   */
  putNonce(nonce: string, challenge: StoredChallenge, expiresAt: number): Promise<void>
  /**
   * Removes a challenge and returns it. Of several simultaneous callers exactly one gets it, so
   * that a nonce works only once.
   */
  takeNonce(nonce: string): Promise<StoredChallenge | undefined>
}

/** Keeps the server's challenges and sessions, and which accounts are linked with each other. */
export interface SiwxStore extends NonceStore {
  /**
   * @param key - hash of the session's cookie, so that whoever reads the store cannot use the
   * session
   */
  putSession(key: string, session: StoredSession): Promise<void>
  /** Returns the session; undefined when it has expired or there is none. */
  readSession(key: string): Promise<StoredSession | undefined>
  deleteSession(key: string): Promise<void>
  /**
   * Returns all accounts that are linked with an account, itself included; only itself when there
   * are none.
   */
  readLinked(account: AccountId): Promise<readonly AccountId[]>
  /**
   * Links `added` to the accounts of `account`, atomically. Returns false and changes nothing when
   * `added` is already linked with others.
   */
  link(account: AccountId, added: AccountId): Promise<boolean>
  /**
   * Unlinks `removed` from the accounts of `account`, atomically. Returns false and changes nothing
   * when `removed` is not among them, or is the only one.
   */
  unlink(account: AccountId, removed: AccountId): Promise<boolean>
}
