import type { AccountId } from '@latchkey/protocol'
import type { SiwxChallenge, SiwxProof } from '@latchkey/siwx'

/** A page that visitors sign in to: its project, and its origin as browsers send it. */
export interface SignInSite {
  readonly project: string
  readonly origin: string
}

/** Who is signed in where; the times are milliseconds since the epoch. */
export interface SignInSession extends SignInSite {
  readonly account: AccountId
  readonly issuedAt: number
  readonly expiresAt: number
}

/** Sign-in for pages without a server of their own. */
export interface SignIn {
  /**
   * Gives out a challenge, which is good for one proof on this site.
   * @param request.account - CAIP-10 id as the page sent it; undefined when the visitor picks the
   *   account in the prompt of the wallet
   * @param request.browser - value of the browser's cookie, to which the challenge is then bound
   * @throws a `SiwxError`
   */
  issueChallenge(
    site: SignInSite,
    request: { readonly account: string | undefined; readonly browser: string | undefined },
  ): Promise<SiwxChallenge>
  /**
   * Verifies what a wallet signed and opens a session.
   * @returns the session, and the secret token that stands for it
   * @throws a `SiwxError`
   */
  verify(
    site: SignInSite,
    proof: SiwxProof,
    browser: string | undefined,
  ): Promise<{ readonly token: string; readonly session: SignInSession }>
  /** Finds the session of a token in a project; undefined when there is none, or it has expired. */
  find(project: string, token: string | undefined): Promise<SignInSession | undefined>
  /** Ends the session of a token in a project; returns whether there was one. */
  end(project: string, token: string | undefined): Promise<boolean>
}
