import type { AccountId } from '@latchkey/protocol'
import type { Proof } from './session.ts'
import type { SignInChallenge } from './sign-in-challenge.ts'

/** Who is signed in to the owner's server. */
export interface SignInSession {
  /** CAIP-10; never empty. The first is the account that signed in. */
  readonly accounts: readonly AccountId[]
  /** Time when the server ends the session, in ISO 8601; absent when it does not say. */
  readonly expiresAt?: string
}

/** A text that the server wrote itself; the wallet signs it as it is. */
export interface WrittenChallenge {
  readonly message: string
}

/**
 * The four calls with which the site owner's server signs visitors in. `createSignIn` makes them
 * for a server of `@latchkey/siwx`; for another server the owner writes them.
 */
export interface SignInProvider {
  /**
   * Fetches a challenge: its fields, or the whole text. `account` is absent when one prompt is to
   * connect and sign in, because the visitor chooses the account in it; a whole text is of no use
   * then, and the visitor is asked for a signature afterwards.
   */
  challenge(request: { readonly account?: AccountId }): Promise<SignInChallenge | WrittenChallenge>
  /** Resolves with the session once the server has accepted the proof; rejects otherwise. */
  verify(proof: Proof): Promise<SignInSession>
  /** The present session, or null; it must not prompt the visitor. */
  session(): Promise<SignInSession | null>
  signOut(): Promise<void>
}
