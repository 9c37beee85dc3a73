import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'

/** The values from which an Apple client secret is made. */
export interface SecretKey {
  readonly clientId: string
  readonly teamId: string
  readonly keyId: string
  /** Private key of the client: PKCS #8, PEM. */
  readonly privateKey: string
}

const secretLifeSeconds = 300

/**
 * Signs a client secret that is valid for the next five minutes: a JWT (ES256), signed with the
 * client's private key.
 * @param now - milliseconds since the epoch
 */
export function signClientSecret(
  { clientId, teamId, keyId, privateKey }: SecretKey,
  audience: string,
  now: number,
): Promise<string> {
  const iat = Math.floor(now / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(iat)
    .setExpirationTime(iat + secretLifeSeconds)
    .sign(createPrivateKey(privateKey))
}
