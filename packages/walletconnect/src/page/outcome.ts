import type { Proof, RemoteSession } from '@latchkey/core'
import type { AuthPayload } from '../cacao/auth-payload.ts'
import type { Hex32, PairingRecord, Relay } from '../contract.ts'
import type { PageContext } from './page-context.ts'

/** What a wallet made of a pairing. */
export interface Outcome {
  readonly session: RemoteSession
  readonly proofs?: readonly Proof[]
}

export interface Parts {
  readonly ground: PageContext
  readonly record: PairingRecord
  /** What a one-click sign-in asked for; unknown on a page that only resumes the pairing. */
  readonly payload?: AuthPayload | undefined
}

/** The session's key, and the way to whoever has the other half. */
export interface Agreed {
  readonly relay: Relay
  readonly responder: Hex32
  readonly symKey: Hex32
  readonly topic: Hex32
}
