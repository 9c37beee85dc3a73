import { randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'

const tokenLifeSeconds = 120

/**
 * Creates a bearer token for one call of Coinbase's developer platform: a JWT (EdDSA) over method,
 * host and path, valid for 2 minutes.
 * @param key - `<key id>:<base64 of the 64-byte Ed25519 secret>`, both as Coinbase's portal shows
 * them
 * @throws any error when the key is malformed
 */
export async function coinbaseToken(
  key: string,
  method: 'GET' | 'POST',
  url: string,
  now: number = Date.now(),
): Promise<string> {
  const separatorIndex = key.lastIndexOf(':')
  const id = key.slice(0, separatorIndex)
  const secret = Buffer.from(key.slice(separatorIndex + 1), 'base64')
  if (separatorIndex < 1 || secret.length !== 64)
    throw new Error('the key must be <key id>:<base64 of 64 bytes>')
  const { host, pathname } = new URL(url)
  const issuedAt = Math.floor(now / 1_000)
  return new SignJWT({ uris: [`${method} ${host}${pathname}`] })
    .setProtectedHeader({
      alg: 'EdDSA',
      typ: 'JWT',
      kid: id,
      nonce: randomBytes(16).toString('hex'),
    })
    .setSubject(id)
    .setIssuer('cdp')
    .setNotBefore(issuedAt)
    .setExpirationTime(issuedAt + tokenLifeSeconds)
    .sign({
      kty: 'OKP',
      crv: 'Ed25519',
      d: secret.subarray(0, 32).toString('base64url'),
      x: secret.subarray(32).toString('base64url'),
    })
}
