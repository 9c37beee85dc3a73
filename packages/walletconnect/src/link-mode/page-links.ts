import type { SignInChallenge } from '@latchkey/core'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { Metadata, PairingRecord, Relay } from '../contract.ts'

/**
 * The page's side of link mode. The request to sign in is an envelope of type 2, in plain text; all
 * other messages are encrypted (types 0 and 1). Source: WalletConnect sign 2, "Link mode".
 */
export interface PageLinks {
  /**
   * A challenge made on the page, for a site that requested no sign-in: link mode always begins
   * with one. It proves nothing to a server.
   */
  challenge(): SignInChallenge
  /** The query string that carries a request in a wallet's link; undefined when it is too long. */
  queryFor(record: PairingRecord, payload: AuthPayload, metadata: Metadata): string | undefined
  lineTo(redirect: Metadata['redirect']): Relay
  /** Delivers the message that was in the page's address, once, and asynchronously. */
  deliverArrived(): void
}
