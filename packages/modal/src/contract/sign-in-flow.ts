import type { SignInRequest } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'

/** The state of the sign-in that the view `SignIn` shows. */
export interface SignInFlow {
  /** `preparing`: the server is being asked for the text. `waiting`: the wallet is being asked. */
  readonly status: 'preparing' | 'ready' | 'waiting'
  /** What the wallet is asked to sign; absent until the server has answered. */
  readonly request?: SignInRequest
  /** The error of the last attempt. */
  readonly error?: ErrorCode
  /**
   * Whether this page refused the text of the server, for example because it names another site.
   * Nothing can be signed then.
   */
  readonly isUnsafe?: true
}

export interface SignInScope {
  /**
   * Continues after a connect: shows the view `SignIn` when the visitor still has to sign in. Calls
   * `goOn` when that is done, or at once when no sign-in is asked for.
   */
  ask(goOn: () => void): void
  getFlow(): SignInFlow
  /** Asks the wallet to sign. It must be called in the handler of the visitor's click. */
  sign(): void
  /**
   * Ends the question for a sign-in. Where the site owner requires a sign-in, it also ends the
   * connection.
   */
  cancel(): void
  stop(): void
}
