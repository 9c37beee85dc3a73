import type { AccountId } from '@latchkey/protocol'
import type { SiwxChallenge, SiwxProof } from '@latchkey/siwx'

/** A page to which visitors sign in: its project, and its origin as browsers send it. */
export interface SignInSite {
  readonly project: string
  readonly origin: string
}

/** A session: who is signed in to which page. Times are milliseconds since the epoch. */
export interface SignInSession extends SignInSite {
  readonly account: AccountId
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Sign-in for pages without a server of their own. */
export interface SignIn {
  /**
   * Makes a challenge that can be used for one proof on this site.
   * @param request.account - CAIP-10 id as the page sent it; undefined when the visitor picks the
   *   account in the wallet
   * @param request.browser - value of the cookie that identifies the browser; the challenge is
   *   bound to it
   * @throws a `SiwxError`
   */
  issueChallenge(
    site: SignInSite,
    request: { readonly account: string | undefined; readonly browser: string | undefined },
  ): Promise<SiwxChallenge>
  /**
   * Verifies what a wallet signed and opens a session.
   * @returns the session, and the secret token with which it is found again
   * @throws a `SiwxError`
   */
  verify(
    site: SignInSite,
    proof: SiwxProof,
    browser: string | undefined,
  ): Promise<{ readonly token: string; readonly session: SignInSession }>
  /** Finds the session of a token in a project; undefined when there is none or it has expired. */
  find(project: string, token: string | undefined): Promise<SignInSession | undefined>
  /** Ends the session of a token in a project; returns whether there was one. */
  end(project: string, token: string | undefined): Promise<boolean>
}
