import type { SignInChallenge } from '@latchkey/core'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { Metadata, PairingRecord, Relay } from '../contract.ts'

/**
 * The page's side of link mode. Source: WalletConnect sign 2, "Link mode"; envelopes of type 2 in
 * plain text, else 0 and 1.
 */
export interface PageLinks {
  /**
   * A substitute for the owner's sign-in challenge, because link mode begins with a sign-in. It
   * proves nothing.
   */
  challenge(): SignInChallenge
  /** The query that carries a request in a wallet's link; undefined when it is too long. */
  queryFor(record: PairingRecord, payload: AuthPayload, metadata: Metadata): string | undefined
  lineTo(redirect: Metadata['redirect']): Relay
  /** Delivers the message that was in the address, once, and asynchronously. */
  deliverArrived(): void
}
