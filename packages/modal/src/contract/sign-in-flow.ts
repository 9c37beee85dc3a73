import type { SignInRequest } from '@latchkey/core'
import type { ErrorCode } from '@latchkey/protocol'

/** The sign-in that the view shows. */
export interface SignInFlow {
  /** `preparing`: the server is asked for the text. `waiting`: the wallet is asked. */
  readonly status: 'preparing' | 'ready' | 'waiting'
  /** What the wallet is asked to sign; absent until the server has answered. */
  readonly request?: SignInRequest
  /** Why the last try has failed. */
  readonly error?: ErrorCode
  /** Whether the text that the server wants signed was refused here; nothing is signed then. */
  readonly isUnsafe?: true
}

export interface SignInScope {
  /**
   * Follows a connect: shows the view where the visitor still has to sign in, and calls `goOn` once
   * that is done, or at once when nobody is asked.
   */
  ask(goOn: () => void): void
  getFlow(): SignInFlow
  /** Asks the wallet, within the click. */
  sign(): void
  /** Ends the question; where a sign-in is required, ends the connection too. */
  cancel(): void
  stop(): void
}
