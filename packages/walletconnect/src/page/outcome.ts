import type { Proof, RemoteSession } from '@latchkey/core'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { Hex32, PairingRecord, Relay } from '../contract.ts'
import type { PageContext } from './page-context.ts'

/** The result of a pairing: the session, and for a one-click sign-in the proofs of its accounts. */
export interface Outcome {
  readonly session: RemoteSession
  readonly proofs?: readonly Proof[]
}

export interface SettlementContext {
  readonly ground: PageContext
  readonly record: PairingRecord
  /**
   * The payload of the one-click sign-in; absent on a page that has resumed an earlier page's
   * pairing, which does not know it.
   */
  readonly payload?: AuthPayload | undefined
}

/** What page and wallet have agreed on: the session's key and topic, and the relay between them. */
export interface AgreedSession {
  readonly relay: Relay
  readonly responder: Hex32
  readonly symKey: Hex32
  readonly topic: Hex32
}
