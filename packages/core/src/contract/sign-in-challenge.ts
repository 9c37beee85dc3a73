/** The fields of a CAIP-122 message that do not depend on the account. */
export interface SignInChallenge {
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly statement?: string
  /** Time when the challenge was issued, in ISO 8601. */
  readonly issuedAt: string
  /** Time after which the challenge is invalid, in ISO 8601. */
  readonly expirationTime?: string
  /** Time before which the challenge is invalid, in ISO 8601. */
  readonly notBefore?: string
  readonly requestId?: string
  readonly resources?: readonly string[]
}
