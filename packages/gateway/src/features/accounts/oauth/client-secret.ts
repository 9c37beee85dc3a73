import { createPrivateKey, sign } from 'node:crypto'

/** The values that make an Apple client secret. */
export interface SecretKey {
  readonly clientId: string
  readonly teamId: string
  readonly keyId: string
  /** PKCS #8, PEM. */
  readonly privateKey: string
}

const lifeSeconds = 300

/**
 * Signs a client secret for the next five minutes: a JWT (ES256) with the client's private key.
 * @param now - milliseconds
 */
export function signClientSecret(
  { clientId, teamId, keyId, privateKey }: SecretKey,
  audience: string,
  now: number,
): string {
  const iat = Math.floor(now / 1000)
  const claims = { iss: teamId, sub: clientId, aud: audience, iat, exp: iat + lifeSeconds }
  const encodePart = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const text = `${encodePart({ alg: 'ES256', kid: keyId })}.${encodePart(claims)}`
  const key = { key: createPrivateKey(privateKey), dsaEncoding: 'ieee-p1363' } as const
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}
