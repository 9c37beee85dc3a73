import type { Proof, RemoteSession } from '@latchkey/core'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { Hex32, PairingRecord, Relay } from '../contract.ts'
import type { PageContext } from './page-context.ts'

/** The result of a pairing. */
export interface Outcome {
  readonly session: RemoteSession
  readonly proofs?: readonly Proof[]
}

export interface SettlementContext {
  readonly ground: PageContext
  readonly record: PairingRecord
  /** The payload of the one-click sign-in; unknown on a page that resumed the pairing. */
  readonly payload?: AuthPayload | undefined
}

/** The session's key, and the connection to the wallet. */
export interface AgreedSession {
  readonly relay: Relay
  readonly responder: Hex32
  readonly symKey: Hex32
  readonly topic: Hex32
}
