import type { AccountId } from '@latchkey/protocol'

/** The fields of a CAIP-122 message that do not depend on the account. */
export interface SiwxChallenge {
  /** Host of the site, with its port unless that is the usual one. */
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly statement?: string
  /** ISO 8601, as all times here. */
  readonly issuedAt: string
  readonly expirationTime: string
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}

/** A challenge as it waits for its proof. Plain data: stores keep it as JSON. */
export interface StoredChallenge {
  /**
   * The account that the challenge was asked for; undefined when the visitor chooses it in the same
   * prompt.
   */
  readonly account?: AccountId
  readonly challenge: SiwxChallenge
  /** Hash of the cookie of the browser that asked; undefined when it is bound to none. */
  readonly browser?: string
}

/** A session as it is kept. Plain data: stores keep it as JSON. */
export interface StoredSession {
  /** The account that signed in. */
  readonly account: AccountId
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

/** Where challenges wait. What is kept may be forgotten once its time is over, never before. */
export interface NonceStore {
  /** @param expiresAt - milliseconds since the epoch */
  putNonce(nonce: string, challenge: StoredChallenge, expiresAt: number): Promise<void>
  /**
   * Removes a challenge and returns it. Of any number of callers at the same time exactly one gets
   * it: this is what makes a nonce work once.
   */
  takeNonce(nonce: string): Promise<StoredChallenge | undefined>
}

/** Where the server keeps challenges, sessions, and which accounts belong together. */
export interface SiwxStore extends NonceStore {
  /** @param key - hash of the session's cookie, so that who reads the store can use no session */
  putSession(key: string, session: StoredSession): Promise<void>
  /** The session, unless it has expired. */
  readSession(key: string): Promise<StoredSession | undefined>
  deleteSession(key: string): Promise<void>
  /** The accounts that are linked to this one, itself among them; only itself when there are none. */
  readLinked(account: AccountId): Promise<readonly AccountId[]>
  /**
   * Adds `added` to the accounts of `account`, in one step. False, and nothing is changed, when
   * `added` is linked to others already.
   */
  link(account: AccountId, added: AccountId): Promise<boolean>
  /**
   * Takes `removed` out of the accounts of `account`, in one step. False, and nothing is changed,
   * when it is not among them or is the only one.
   */
  unlink(account: AccountId, removed: AccountId): Promise<boolean>
}
