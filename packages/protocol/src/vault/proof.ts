export interface CodeAsked {
  readonly challenge: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly resendAt: number
}

/**
 * After a proof: signed in, or the new device of a known account is confirmed by a second mail
 * first.
 */
export type Proved =
  | SignedIn
  | ({ readonly state: 'confirm-device'; readonly email: string } & CodeAsked)

export interface SignedIn {
  readonly state: 'signed-in'
  readonly session: {
    /** Opaque, 32 bytes as base64url. */
    readonly token: string
    /** Seconds until `POST /api/session/refresh` gives another. */
    readonly refreshIn: number
    /** Milliseconds since the epoch: then a fresh proof is needed. */
    readonly expiresAt: number
  }
}
