import type { SignInChallenge } from '@latchkey/core'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { Metadata, PairingRecord, Relay } from '../contract.ts'

/**
 * Link mode, as a page speaks it. Source: WalletConnect sign 2, "Link mode"; envelopes of type 2 in
 * clear, else 0 and 1.
 */
export interface PageLinks {
  /**
   * What stands for the owner's, where there is none: link mode begins with a sign-in. It proves
   * nothing to anybody.
   */
  challenge(): SignInChallenge
  /**
   * The query that takes a question along in a wallet's link; undefined when it is too long for
   * one.
   */
  queryFor(record: PairingRecord, payload: AuthPayload, metadata: Metadata): string | undefined
  lineTo(redirect: Metadata['redirect']): Relay
  /** Hands on what the address bar held, once, not within the call. */
  deliverArrived(): void
}
