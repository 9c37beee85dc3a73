import type { AccountId } from '@latchkey/protocol'
import type { Proof } from './session.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'

/** The session of the visitor who is signed in to the owner's server. */
export interface SignInSession {
  /** CAIP-10 ids, at least one. The first is the account that signed in. */
  readonly accounts: readonly AccountId[]
  /**
   * Time when the server ends the session, in ISO 8601; absent when the server does not tell it.
   */
  readonly expiresAt?: string
}

/** A whole sign-in text that the server wrote; the wallet signs it unchanged. */
export interface WrittenChallenge {
  readonly message: string
}

/**
 * The four calls by which visitors sign in to the site owner's server. `createSignIn` makes them
 * for a server with `@latchkey/siwx`; for another server the owner writes them.
 */
export interface SignInProvider {
  /**
   * Fetches a challenge: its fields, or a whole text. `account` is absent when one prompt is to
   * connect and sign in, because the visitor chooses the account in that prompt. A whole text
   * cannot be used then, and the visitor is asked for a signature afterwards.
   */
  challenge(request: { readonly account?: AccountId }): Promise<SignInChallenge | WrittenChallenge>
  /** Resolves to the session when the server accepts the proof; rejects otherwise. */
  verify(proof: Proof): Promise<SignInSession>
  /** Fetches the present session; null when nobody is signed in. It must not prompt the visitor. */
  session(): Promise<SignInSession | null>
  signOut(): Promise<void>
}
