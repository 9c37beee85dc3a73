export interface CodeAsked {
  readonly challenge: string
  /** Time when the code expires, in milliseconds since the epoch. */
  readonly expiresAt: number
  readonly resendAt: number
}

/**
 * Result of a proof of identity: a session or, for a new device of a known account, a second mail
 * by which the visitor confirms the device.
 */
export type Proved =
  | SignedIn
  | ({ readonly state: 'confirm-device'; readonly email: string } & CodeAsked)

export interface SignedIn {
  readonly state: 'signed-in'
  readonly session: {
    /** Opaque access token of the session, 32 bytes as base64url. */
    readonly token: string
    /** Seconds after which the token should be replaced with `POST /api/session/refresh`. */
    readonly refreshIn: number
    /**
     * Time when the session ends, in milliseconds since the epoch; afterwards a new proof of
     * identity is required.
     */
    readonly expiresAt: number
  }
}
