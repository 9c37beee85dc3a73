export interface CodeAsked {
  readonly challenge: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  readonly resendAt: number
}

/**
 * Result of a proof: a session, or a second mail that confirms the new device of a known account.
 */
export type Proved =
  | SignedIn
  | ({ readonly state: 'confirm-device'; readonly email: string } & CodeAsked)

export interface SignedIn {
  readonly state: 'signed-in'
  readonly session: {
    /** Opaque token, 32 bytes as base64url. */
    readonly token: string
    /** Seconds until `POST /api/session/refresh` returns another token. */
    readonly refreshIn: number
    /** Milliseconds since the epoch; afterwards a new proof is required. */
    readonly expiresAt: number
  }
}
